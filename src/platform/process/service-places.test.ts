import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../test/support/database.ts';
import { StartError } from '../start-error.ts';
import type { Sql } from '../postgres/client/database.ts';
import type { DatabasePlace } from './place-databases.ts';
import { confirmPlaces, notePlaces } from './service-places.ts';

let [home, merchant, empty, unlike, ofAnother]: TestDatabase[] = [];
before(async () => {
  [home, merchant, empty, unlike, ofAnother] = [
    await createTestDatabase(),
    await createTestDatabase(),
    await createTestDatabase({ migrated: false }),
    await createTestDatabase(),
    await createTestDatabase(),
  ];
  // All databases are copies of one template, so they have the same identity until it is changed.
  await at(unlike, (sql) => sql`update platform.database_identity set id = gen_random_uuid()`);
  await at(ofAnother, (sql) => sql`delete from platform.migrations where schema_name = 'merchant'`);
});
after(async () => {
  for (const database of [home, merchant, empty, unlike, ofAnother]) await database?.drop();
});

async function at(
  database: TestDatabase | undefined,
  work: (sql: Sql) => PromiseLike<unknown>,
): Promise<void> {
  assert.ok(database);
  const sql = openTestPool(database.connection);
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

const placeOf = (
  database: TestDatabase | undefined,
  name: string,
  services: DatabasePlace['services'],
): DatabasePlace => {
  assert.ok(database);
  const setting = name === 'home' ? 'DATABASE_URL' : 'MERCHANT_DATABASE_URL';
  return { name, setting, connection: database.connection, replicas: [], services };
};

const everything = ['merchant', 'accounts', 'social'] as const;
const together = () => [placeOf(home, 'home', everything)];
const apart = (database: TestDatabase | undefined) => [
  placeOf(home, 'home', ['accounts', 'social']),
  placeOf(database, 'merchant', ['merchant']),
];

const refusal = (sentence: RegExp) => (error: unknown) =>
  error instanceof StartError && sentence.test(error.message);

/** Simulates the first start of a service. */
const serve = (database: TestDatabase | undefined, service: string) =>
  at(
    database,
    (sql) => sql`
      insert into platform.signing_keys (kid, purpose, public_jwk, sealed_private_jwk, signs_from, created_at)
      values (gen_random_uuid(), ${service}, '{}', '', now(), now())`,
  );

test('a service without data anywhere may begin in its own database', async () => {
  await serve(home, 'social access');
  assert.deepEqual(await confirmPlaces(apart(empty), everything), apart(empty));
});

test('a service with data in the home database does not begin again in an empty one', async () => {
  await serve(home, 'merchant');
  await assert.rejects(
    confirmPlaces(apart(empty), everything),
    refusal(
      /^The tables of merchant are in DATABASE_URL, and MERCHANT_DATABASE_URL leads to a database without/,
    ),
  );
});

test('a service that has moved is accepted only in its own database', async () => {
  await serve(merchant, 'merchant');
  assert.deepEqual(await confirmPlaces(apart(merchant), everything), apart(merchant));
  await notePlaces(apart(merchant));
  assert.deepEqual(await confirmPlaces(apart(merchant), everything), apart(merchant));
  await assert.rejects(
    confirmPlaces(together(), everything),
    refusal(/^The tables of merchant are in a database of their own, but MERCHANT_DATABASE_URL is not set/),
  );
  for (const other of [empty, unlike, ofAnother]) {
    await assert.rejects(
      confirmPlaces(apart(other), everything),
      refusal(/^MERCHANT_DATABASE_URL leads to a database that is not the one with the tables of merchant/),
    );
  }
});

test('a process that does not serve a moved service needs no setting for it, and creates no tables for it at home', async () => {
  const [confirmed] = await confirmPlaces(together(), ['social']);
  assert.deepEqual(confirmed?.services, ['accounts', 'social']);
});

test('rejects two addresses of one database', async () => {
  const same = [placeOf(home, 'home', ['accounts', 'social']), placeOf(home, 'merchant', ['merchant'])];
  await assert.rejects(
    confirmPlaces(same, everything),
    refusal(/^MERCHANT_DATABASE_URL and DATABASE_URL lead to the same database/),
  );
});
