import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { likeUser } from '../../src/social/people/pairs/react.ts';
import { readFeed } from '../../src/social/meeting/feed/read-feed.ts';
import { sameStatements } from '../harness/same-statements.ts';
import { settle, signInMany, type SignedIn } from '../harness/social-people.ts';
import { comparison, type HttpRequest } from '../scenario.ts';

const saoPaulo = 3550308;
const neighbours = 5000;

async function addNeighbours(sql: Sql): Promise<void> {
  await sql`
    insert into social.users (id, provider, login_id, name, city_id, state, last_active_at, created_at)
    select gen_random_uuid(), 'feed', n::text, 'Neighbour', ${saoPaulo}, 'SP', now() - n * interval '1 minute', now()
    from generate_series(1, ${neighbours}) n on conflict do nothing`;
}

interface Feeders {
  people: SignedIn[];
}
const pageSize = 20;
const pages = ({ people }: Feeders): HttpRequest[] =>
  people.map(({ token }) => ({
    path: `/social/user/feed?limit=${pageSize}`,
    headers: { authorization: `Bearer ${token}` },
  }));

export const feed = comparison<Feeders>({
  name: 'feed',
  what: 'a page of 20 cards in a city of 5 000, against a bare Fastify route with the same statements',
  budget: 0.6,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    await addNeighbours(sql);
    await sql`vacuum analyze social.users`;
    await sql.end();
    const people = await signInMany(praca.url, 'feed', 40);
    await settle(praca, people, saoPaulo);
    return { people };
  },
  ours: { kind: 'praca', requests: pages },
  ...sameStatements<Feeders>({
    requests: pages,
    operation: (context, { people }, index) =>
      readFeed(context, people[index]?.id ?? '', { limit: pageSize }),
  }),
});

interface Likes {
  people: SignedIn[];
  others: string[];
}
const likes = ({ people, others }: Likes): HttpRequest[] =>
  others.map((other, index) => ({
    method: 'POST',
    path: `/social/user/like/${other}`,
    headers: { authorization: `Bearer ${people[index % people.length]?.token}` },
  }));

export const like = comparison<Likes>({
  name: 'like',
  what: 'a like of another person each time, against a bare Fastify route with the same statement',
  budget: 0.5,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    await addNeighbours(sql);
    const rows = await sql<{ id: string }[]>`select id from social.users where provider = 'feed' limit 500`;
    await sql.end();
    const people = await signInMany(praca.url, 'like', 20);
    return { people, others: rows.map((row) => row.id) };
  },
  ours: { kind: 'praca', requests: likes },
  ...sameStatements<Likes>({
    requests: likes,
    operation: (context, { people, others }, index) =>
      likeUser(context, people[index % people.length]?.id ?? '', others[index] ?? ''),
  }),
});
