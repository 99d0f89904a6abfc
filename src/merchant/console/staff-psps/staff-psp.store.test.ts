import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { findPspRow, listPspRows, selectPspCredentials } from './staff-psp.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const addCredential = (pspId: number, clientId: string, fields: object = {}) =>
  insertRow(sql, 'merchant', 'credentials', {
    client_id: clientId,
    psp_id: pspId,
    secret_hash: '',
    created_at: now,
    ...fields,
  });

before(async () => {
  const add = (id: number, name: string, fields: object = {}) =>
    insertRow(sql, 'merchant', 'psps', { id, name, created_at: now, ...fields });
  await add(12, 'Gamma', { suspended_at: at(5) });
  await add(1, 'Alpha');
  await add(2, 'Beta', { suspended_at: at(9), deposit_mode: 'hold', unique_payment_references: true });
  await addCredential(2, 'of-two');
});

test('finds a PSP by number', async () => {
  assert.deepEqual(
    { ...(await findPspRow(sql, 2)) },
    {
      id: 2,
      name: 'Beta',
      created_at: now,
      suspended_at: at(9),
      deposit_mode: 'hold',
      unique_payment_references: true,
      open_limit: null,
    },
  );
  assert.equal((await findPspRow(sql, 12))?.name, 'Gamma');
  assert.equal(await findPspRow(sql, 3), undefined);
});

test('lists PSPs by number in pages and filters by name, number, credential and suspension', async () => {
  const list = async (query: Partial<Parameters<typeof listPspRows>[1]>) =>
    (await listPspRows(sql, { text: '', isSuspended: null, after: 0, limit: 9, ...query })).map(
      ({ id }) => id,
    );
  assert.deepEqual(await list({}), [1, 2, 12]);
  assert.deepEqual(await list({ limit: 2 }), [1, 2]);
  assert.deepEqual(await list({ after: 1 }), [2, 12]);
  assert.deepEqual(await list({ isSuspended: true }), [2, 12]);
  assert.deepEqual(await list({ isSuspended: false }), [1]);
  assert.deepEqual(await list({ text: 'ALPH' }), [1]);
  assert.deepEqual(await list({ text: 'mma' }), [12]);
  assert.deepEqual(await list({ text: '2' }), [2], 'a number as a whole');
  assert.deepEqual(await list({ text: 'of-two' }), [2]);
  assert.deepEqual(await list({ text: 'of-tw' }), [], 'a credential as a whole');
  assert.deepEqual(await list({ text: 'a', isSuspended: true, after: 2 }), [12]);
});

test('lists at most 100 credentials of a PSP, newest first, then by name', async () => {
  await addCredential(1, 'b');
  await addCredential(1, 'old', { created_at: at(-1), revoked_at: now });
  await addCredential(1, 'a');
  await addCredential(1, 'new', { created_at: at(1) });
  const names = async (pspId: number) =>
    (await selectPspCredentials(sql, pspId)).map(({ client_id: clientId }) => clientId);
  assert.deepEqual([await names(1), await names(2)], [['new', 'a', 'b', 'old'], ['of-two']]);
  await sql`
    insert into merchant.credentials (client_id, psp_id, secret_hash, created_at)
    select 'many-' || number, 12, '', ${now} from generate_series(1, 101) as number`;
  assert.equal((await names(12)).length, 100);
});
