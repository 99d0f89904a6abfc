import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import {
  findActiveCredential,
  insertCredential,
  insertKnownPsp,
  insertPsp,
  listActiveCredentials,
  listCredentials,
  listPsps,
  pspExists,
  readRevision,
  replaceSecret,
  revokeCredential,
  selectHolders,
  setSuspended,
  updateTerms,
} from './credential.store.ts';

const sql = await useTestSql();

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number));
const hash = (text: string): Buffer => Buffer.from(text);

test('a PSP’s credentials are listed oldest first, and each change affects one of them', async () => {
  const [one, two] = await sql.begin(async (tx) => {
    const ids = [await insertPsp(tx, 'One', day(1)), await insertPsp(tx, 'Two', day(1))] as const;
    const add = (clientId: string, pspId: number, createdAt: Date) =>
      insertCredential(tx, {
        clientId,
        pspId,
        secretHash: hash(clientId),
        createdAt,
        holder: clientId === 'older' ? 'staff:ana@example.com' : null,
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

  assert.equal(
    await sql.begin((tx) => replaceSecret(tx, 'older', hash('changed'), 'member:bea@example.com')),
    true,
  );
  const holders = ['staff:ana@example.com', 'member:bea@example.com'];
  assert.deepEqual(await selectHolders(sql, 'older'), holders);
  assert.deepEqual(await selectHolders(sql, 'newer'), []);
  assert.deepEqual(await selectHolders(sql, 'nobody'), []);
  assert.deepEqual(await active(), ['newer 1', 'older 2', 'other 1']);
  assert.deepEqual((await findActiveCredential(sql, 'older'))?.secret_hash, hash('changed'));
  assert.deepEqual((await findActiveCredential(sql, 'newer'))?.secret_hash, hash('newer'));

  assert.equal(await sql.begin((tx) => revokeCredential(tx, 'older', day(5))), true);
  assert.equal(await sql.begin((tx) => revokeCredential(tx, 'older', day(6))), true);
  assert.equal(await sql.begin((tx) => replaceSecret(tx, 'older', hash('again'), null)), false);
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

test('changing an unknown PSP or credential returns false', async () => {
  await sql.begin(async (tx) => {
    assert.equal(await pspExists(tx, 4711), false);
    assert.equal(await setSuspended(tx, 4711, day(1)), false);
    assert.equal(await revokeCredential(tx, 'nobody', day(1)), false);
    assert.equal(await replaceSecret(tx, 'nobody', hash('x'), null), false);
  });
});

test('a PSP with a fixed number is created once, and later numbers follow it', async () => {
  const number = 900;
  assert.equal(await sql.begin((tx) => insertKnownPsp(tx, number, 'Known', day(1))), true);
  assert.equal(await sql.begin((tx) => insertKnownPsp(tx, number, 'Again', day(1))), false);
  assert.equal(await sql.begin((tx) => pspExists(tx, number)), true);
  assert.equal((await listPsps(sql)).find(({ id }) => id === number)?.name, 'Known');
  assert.equal(await sql.begin((tx) => insertPsp(tx, 'Next', day(1))), number + 1);
});

test('credentials of one PSP are listed newest first, usable ones before revoked ones', async () => {
  const [one, two] = await sql.begin(async (tx) => {
    const ids = [await insertPsp(tx, 'Lists', day(1)), await insertPsp(tx, 'Neighbour', day(1))] as const;
    const add = (clientId: string, createdAt: Date, pspId = ids[0]) =>
      insertCredential(tx, {
        clientId,
        pspId,
        secretHash: hash(clientId),
        createdAt,
        holder: clientId === 'older' ? 'staff:ana@example.com' : null,
        name: `name of ${clientId}`,
        scopes: ['read'],
        networks: ['10.0.0.0/8'],
      });
    await add('list-b', day(2));
    await add('list-gone', day(1));
    await add('list-a', day(2));
    await add('list-gone-late', day(9));
    await add('list-new', day(3));
    await add('list-foreign', day(3), ids[1]);
    for (const clientId of ['list-gone', 'list-gone-late']) await revokeCredential(tx, clientId, day(9));
    return ids;
  });
  const names = async (pspId: number) => (await listCredentials(sql, pspId)).map((row) => row.client_id);
  assert.deepEqual(await names(one), ['list-new', 'list-a', 'list-b', 'list-gone-late', 'list-gone']);
  assert.deepEqual(
    (await listCredentials(sql, two)).map((row) => ({ ...row })),
    [
      {
        client_id: 'list-foreign',
        name: 'name of list-foreign',
        scopes: ['read'],
        networks: ['10.0.0.0/8'],
        created_at: day(3),
        revoked_at: null,
      },
    ],
  );
});

test('changing the terms of one usable credential invalidates its tokens', async () => {
  const terms = { name: 'changed', scopes: ['write' as const], networks: ['192.0.2.0/24'] };
  const change = (clientId: string) => sql.begin((tx) => updateTerms(tx, clientId, terms));
  const read = async () =>
    new Map((await readRows(sql, 'merchant', 'credentials')).map((row) => [row['client_id'], row]));
  const was = await read();
  assert.deepEqual([await change('list-gone'), await change('nobody')], [false, false]);
  assert.deepEqual(await read(), was);
  const revision = await readRevision(sql);
  assert.equal(await change('list-a'), true);
  assert.deepEqual(await read(), new Map(was).set('list-a', { ...was.get('list-a'), ...terms, version: 2 }));
  assert.equal(await readRevision(sql), revision + 1n, 'the revision shows the change');
});
