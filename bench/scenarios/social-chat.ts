import { firstIdAt, newId } from '../../src/platform/ids.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { openBarePool, runBareTransaction } from '../harness/bare-sql.ts';
import { combine, signInMany, type SignedIn } from '../harness/social-people.ts';
import { comparison } from '../scenario.ts';

const text = 'Vai no samba hoje? Levo o pandeiro.';
const couples = 50;

interface Couple {
  one: SignedIn;
  other: SignedIn;
}

async function prepareCouples(url: string, label: string, count: number): Promise<Couple[]> {
  const people = await signInMany(url, label, 2 * count);
  const pairs: Couple[] = [];
  for (let index = 0; index < count; index++) {
    const [one, other] = [people[2 * index], people[2 * index + 1]];
    if (!one || !other) throw new Error('too few people signed in');
    await combine(url, one, other);
    pairs.push({ one, other });
  }
  return pairs;
}

const ordered = ({ one, other }: Couple): [string, string] =>
  one.id < other.id ? [one.id, other.id] : [other.id, one.id];

const authorization = (person: SignedIn) => ({ authorization: `Bearer ${person.token}` });

const pairStatement = {
  name: 'pair',
  text: `select p.combined_at is not null and u.deleted_at is null as combined from social.users u
         join social.pairs p on p.low_id = $1 and p.high_id = $2 where u.id = $2`,
};
const messageStatement = {
  name: 'message',
  text: `with chat as (
           insert into social.chats as c (low_id, high_id, last_message_id, high_unread) values ($1, $2, $3, 1)
           on conflict (low_id, high_id) do update set
             last_message_id = greatest(c.last_message_id, excluded.last_message_id), high_unread = c.high_unread + 1
           returning 1)
         insert into social.messages (low_id, high_id, id, from_low, body) select $1, $2, $3, true, $4 from chat`,
};
const updateStatement = {
  name: 'updates',
  text: `with counted as (
           insert into social.update_counters as c (user_id, last_seq) values ($1, 1), ($2, 1)
           on conflict (user_id) do update set last_seq = c.last_seq + 1 returning user_id, last_seq)
         insert into social.updates (user_id, seq, kind, low_id, high_id, message_id, created_at)
         select user_id, last_seq, 'message', $1, $2, $3, $4 from counted`,
};

export const chatSend = comparison({
  name: 'chat send',
  what: 'one message, its number for both users and the signal, against the three statements of it in a bare transaction',
  budget: 0.4,
  prepare: (praca) => prepareCouples(praca.url, 'send', couples),
  ours: {
    kind: 'praca',
    requests: (prepared) =>
      prepared.map(({ one, other }) => ({
        path: `/social/user/${one.id}/chat/${other.id}`,
        method: 'POST' as const,
        headers: authorization(one),
        body: JSON.stringify({ message: text }),
      })),
  },
  limit: {
    kind: 'loop',
    async open(surroundings) {
      const pool = openBarePool(surroundings);
      const pairs = surroundings.prepared.map(ordered);
      let turn = 0;
      return () =>
        runBareTransaction(pool, async (client) => {
          const [low, high] = pairs[turn++ % pairs.length] ?? ['', ''];
          const id = newId();
          await client.query({ ...pairStatement, values: [low, high] });
          await client.query({ ...messageStatement, values: [low, high, id, text] });
          await client.query({ ...updateStatement, values: [low, high, id, new Date().toISOString()] });
        });
    },
  },
});

const day = 86_400_000;
const chatDays = 400;
const messagesPerDay = 5;

export const chatWeek = comparison({
  name: 'chat week',
  what: 'the third week back, 35 messages, of one chat among 100 000 messages, against the same selects of the bare driver',
  budget: 0.2,
  async prepare(praca) {
    const pairs = await prepareCouples(praca.url, 'week', couples);
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    const beginMs = Date.now() - chatDays * day;
    const lows = pairs.map((pair) => ordered(pair)[0]);
    const highs = pairs.map((pair) => ordered(pair)[1]);
    await sql`
      insert into social.chats (low_id, high_id, last_message_id)
      select low_id, high_id, ${newId()} from unnest(${lows}::uuid[], ${highs}::uuid[]) as c (low_id, high_id)`;
    await sql`
      insert into social.messages (low_id, high_id, id, from_low, body, read_at)
      select c.low_id, c.high_id,
             (lpad(to_hex(${beginMs}::bigint + n * ${day / messagesPerDay}::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
             n % 2 = 0, ${text}, now()
      from generate_series(0, ${chatDays * messagesPerDay - 1}) n,
           unnest(${lows}::uuid[], ${highs}::uuid[]) as c (low_id, high_id)`;
    await sql`vacuum analyze social.messages`;
    await sql.end();
    return pairs;
  },
  ours: {
    kind: 'praca',
    requests: (prepared) =>
      prepared.map(({ one, other }) => ({
        path: `/social/user/${one.id}/chat/${other.id}/3`,
        headers: authorization(one),
      })),
  },
  limit: {
    kind: 'loop',
    async open(surroundings) {
      const pool = openBarePool(surroundings);
      const pairs = surroundings.prepared.map(ordered);
      const [from, until] = [Date.now() - 27 * day, Date.now() - 20 * day].map(firstIdAt);
      let turn = 0;
      return async () => {
        const pair = pairs[turn++ % pairs.length] ?? [];
        await pool.query({ ...pairStatement, values: [...pair] });
        await pool.query({
          name: 'chat',
          text: `select low_cleared_id, high_cleared_id, low_read_id, high_read_id, low_unread, high_unread
                 from social.chats where low_id = $1 and high_id = $2`,
          values: [...pair],
        });
        await pool.query({
          name: 'week',
          text: `select id, from_low, client_id, body, read_at, deleted_at, hidden_from_low, hidden_from_high
                 from social.messages where low_id = $1 and high_id = $2 and id >= $3 and id < $4 order by id`,
          values: [...pair, from, until],
        });
        await pool.query({
          name: 'older',
          text: `select id from social.messages where low_id = $1 and high_id = $2 and id < $3 order by id desc limit 1`,
          values: [...pair, from],
        });
      };
    },
  },
});
