import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { readWholeCard } from '../../src/social/conversation/cards/read-whole-card.ts';
import { readCounters } from '../../src/social/conversation/counters/read-counters.ts';
import { sameStatements } from '../harness/same-statements.ts';
import { signInMany, type SignedIn } from '../harness/social-people.ts';
import { comparison, type HttpRequest } from '../scenario.ts';

const viewers = 50;
const others = 20_000;
/** Each viewer has a pair with every tenth person. */
const every = 10;

/**
 * Creates viewers with 2 000 pairs each: half of them combined, an unread message in every fourth chat, and 500 likes.
 */
async function prepareViewers(
  praca: { url: string; connection: Parameters<typeof openDatabase>[0]['connection'] },
  label: string,
): Promise<SignedIn[]> {
  const people = await signInMany(praca.url, label, viewers);
  const ids = people.map((person) => person.id);
  const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
  await sql`
    insert into social.users (id, provider, login_id, name, last_active_at, created_at)
    select gen_random_uuid(), ${label}, n::text, 'P', now(), now() from generate_series(1, ${others}) n`;
  await sql`
    insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at, combined_at)
    select least(me, id), greatest(me, id), case when turn < 2 or (turn = 2 and id < me) then at end,
           case when turn < 2 or (turn = 2 and id > me) then at end, case when turn < 2 then at end
    from unnest(${ids}::uuid[]) with ordinality as viewer (me, position)
    join (select id, login_id::integer as n, login_id::integer / ${every} % 4 as turn,
                 now() - login_id::integer * interval '1 second' as at
          from social.users where provider = ${label}) other on n % ${every} = position % ${every}`;
  await sql`
    insert into social.chats (low_id, high_id, low_unread, high_unread)
    select low_id, high_id, n % 4 / 3, n % 4 / 3
    from (select low_id, high_id, row_number() over () as n from social.pairs
          where combined_at is not null and (low_id = any(${ids}::uuid[]) or high_id = any(${ids}::uuid[]))) combined
    on conflict do nothing`;
  await sql`vacuum analyze social.pairs, social.chats, social.users`;
  await sql.end();
  return people;
}

const get =
  (path: (person: SignedIn, next: SignedIn) => string) =>
  (prepared: SignedIn[]): HttpRequest[] =>
    prepared.map((person, index) => ({
      path: `/social/user/${path(person, prepared[(index + 1) % prepared.length] ?? person)}`,
      headers: { authorization: `Bearer ${person.token}` },
    }));

function personOf(prepared: readonly SignedIn[], index: number): SignedIn {
  const person = prepared[index % prepared.length];
  if (!person) throw new Error('no viewer was prepared');
  return person;
}

const counterRequests = get((person) => `${person.id}/counters`);

export const counters = comparison<SignedIn[]>({
  name: 'counters',
  what: 'unread messages, new combinations and likes of a user with 2 000 pairs, against a bare Fastify route with the same statements',
  budget: 0.6,
  prepare: (praca) => prepareViewers(praca, 'counters'),
  ours: { kind: 'praca', requests: counterRequests },
  ...sameStatements<SignedIn[]>({
    requests: counterRequests,
    operation: (context, prepared, index) => readCounters(context, personOf(prepared, index).id),
  }),
});

const cardRequests = get((_, next) => `${next.id}/card`);

export const wholeCard = comparison<SignedIn[]>({
  name: 'whole card',
  what: 'all that is shown of a user, against a bare Fastify route with the same statements',
  budget: 0.6,
  prepare: (praca) => prepareViewers(praca, 'card'),
  ours: { kind: 'praca', requests: cardRequests },
  ...sameStatements<SignedIn[]>({
    requests: cardRequests,
    operation: (context, prepared, index) =>
      readWholeCard(context, personOf(prepared, index).id, personOf(prepared, index + 1).id),
  }),
});
