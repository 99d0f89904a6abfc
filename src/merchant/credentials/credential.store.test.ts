import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSql } from '../../../test/support/database.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import {
  findActiveCredential,
  insertCredential,
  insertKnownPsp,
  insertPsp,
  listActiveCredentials,
  listPsps,
  pspExists,
  replaceSecret,
  revokeCredential,
  setSuspended,
} from './credential.store.ts';

let close: () => Promise<void>;
let sql: Sql;

before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number));
const hash = (text: string): Buffer => Buffer.from(text);

test('a PSP has its own credentials, the oldest first, and each change concerns one of them', async () => {
  const [one, two] = await sql.begin(async (tx) => {
    const ids = [await insertPsp(tx, 'One', day(1)), await insertPsp(tx, 'Two', day(1))] as const;
    const add = (clientId: string, pspId: number, createdAt: Date) =>
      insertCredential(tx, {
        clientId,
        pspId,
        secretHash: hash(clientId),
        createdAt,
        name: '',
        scopes: ['read', 'write', 'psp'],
        networks: [],
      });
    await add('newer', ids[0], day(3));
    await add('older', ids[0], day(2));
    await add('other', ids[1], day(2));
    return ids;
  });
  const told = (await listPsps(sql)).filter(({ id }) => id === one || id === two);
  assert.deepEqual(
    told.map(({ id, name, credentials }) => [id, name, ...credentials.map((one_) => one_.client_id)]),
    [
      [one, 'One', 'older', 'newer'],
      [two, 'Two', 'other'],
    ],
  );
  const active = async () =>
    (await listActiveCredentials(sql)).map(({ client_id: id, version }) => `${id} ${version}`).toSorted();
  assert.deepEqual(await active(), ['newer 1', 'older 1', 'other 1']);

  assert.equal(await sql.begin((tx) => replaceSecret(tx, 'older', hash('changed'))), true);
  assert.deepEqual(await active(), ['newer 1', 'older 2', 'other 1']);
  assert.deepEqual((await findActiveCredential(sql, 'older'))?.secret_hash, hash('changed'));
  assert.deepEqual((await findActiveCredential(sql, 'newer'))?.secret_hash, hash('newer'));

  assert.equal(await sql.begin((tx) => revokeCredential(tx, 'older', day(5))), true);
  assert.equal(await sql.begin((tx) => revokeCredential(tx, 'older', day(6))), true);
  assert.equal(await sql.begin((tx) => replaceSecret(tx, 'older', hash('again'))), false);
  assert.equal(await findActiveCredential(sql, 'older'), undefined);
  assert.deepEqual(await active(), ['newer 1', 'other 1']);
  const first = (await listPsps(sql)).find(({ id }) => id === one);
  assert.equal(new Date(first?.credentials[0]?.revoked_at ?? 0).getTime(), day(5).getTime());

  assert.equal(await sql.begin((tx) => setSuspended(tx, two, day(7))), true);
  assert.equal(await sql.begin((tx) => setSuspended(tx, two, day(8))), true);
  assert.deepEqual(await active(), ['newer 1']);
  assert.equal(await findActiveCredential(sql, 'other'), undefined);
  assert.deepEqual((await listPsps(sql)).find(({ id }) => id === two)?.suspended_at, day(7));
  await sql.begin((tx) => setSuspended(tx, two, null));
  assert.deepEqual(await active(), ['newer 1', 'other 1']);
});

test('what nobody knows is not changed, and says so', async () => {
  await sql.begin(async (tx) => {
    assert.equal(await pspExists(tx, 4711), false);
    assert.equal(await setSuspended(tx, 4711, day(1)), false);
    assert.equal(await revokeCredential(tx, 'nobody', day(1)), false);
    assert.equal(await replaceSecret(tx, 'nobody', hash('x')), false);
  });
});

test('a PSP with a number of its own is made once, and later ones come after it', async () => {
  const number = 900;
  assert.equal(await sql.begin((tx) => insertKnownPsp(tx, number, 'Known', day(1))), true);
  assert.equal(await sql.begin((tx) => insertKnownPsp(tx, number, 'Again', day(1))), false);
  assert.equal(await sql.begin((tx) => pspExists(tx, number)), true);
  assert.equal((await listPsps(sql)).find(({ id }) => id === number)?.name, 'Known');
  assert.equal(await sql.begin((tx) => insertPsp(tx, 'Next', day(1))), number + 1);
});
