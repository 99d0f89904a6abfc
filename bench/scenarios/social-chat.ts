import { newId } from '../../src/platform/ids.ts';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { readChat } from '../../src/social/conversation/chat/read-chat.ts';
import { sendMessage } from '../../src/social/conversation/chat/send-message.ts';
import { sameStatements } from '../harness/same-statements.ts';
import { combine, signInMany, type SignedIn } from '../harness/social-people.ts';
import { comparison, type HttpRequest } from '../scenario.ts';

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

function coupleOf(prepared: readonly Couple[], index: number): Couple {
  const couple = prepared[index];
  if (!couple) throw new Error('there are fewer couples than requests');
  return couple;
}

const authorization = (person: SignedIn) => ({ authorization: `Bearer ${person.token}` });

const sends = (prepared: Couple[]): HttpRequest[] =>
  prepared.map(({ one, other }) => ({
    path: `/social/user/${one.id}/chat/${other.id}`,
    method: 'POST',
    headers: authorization(one),
    body: JSON.stringify({ message: text }),
  }));

export const chatSend = comparison<Couple[]>({
  name: 'chat send',
  what: 'one message, its number for both users and the signal, against a bare Fastify route with the same statements',
  budget: 0.5,
  prepare: (praca) => prepareCouples(praca.url, 'send', couples),
  ours: { kind: 'praca', requests: sends },
  ...sameStatements<Couple[]>({
    requests: sends,
    operation(context, prepared, index) {
      const { one, other } = coupleOf(prepared, index);
      return sendMessage(context, one.id, other.id, { message: text, clientId: null });
    },
  }),
});

const day = 86_400_000;
const chatDays = 400;
const messagesPerDay = 5;

const weeksBack = 3;
const weeks = (prepared: Couple[]): HttpRequest[] =>
  prepared.map(({ one, other }) => ({
    path: `/social/user/${one.id}/chat/${other.id}/${weeksBack}`,
    headers: authorization(one),
  }));

export const chatWeek = comparison<Couple[]>({
  name: 'chat week',
  what: 'the third week back, 35 messages, of one chat among 100 000 messages, against a bare Fastify route with the same statements',
  budget: 0.6,
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
  ours: { kind: 'praca', requests: weeks },
  ...sameStatements<Couple[]>({
    requests: weeks,
    operation(context, prepared, index) {
      const { one, other } = coupleOf(prepared, index);
      return readChat(context, one.id, other.id, { page: weeksBack });
    },
  }),
});
