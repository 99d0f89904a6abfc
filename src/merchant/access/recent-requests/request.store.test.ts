import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPsps } from '../../../../test/support/merchant-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { deleteSurplus, insertRequests, listRequests } from './request.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

before(async () => {
  await insertPsps(sql, [1, 2], now);
  for (const [clientId, pspId] of [
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ])
    await insertRow(sql, 'merchant', 'credentials', {
      client_id: clientId,
      psp_id: pspId,
      secret_hash: '',
      created_at: now,
    });
});
beforeEach(() => sql`delete from merchant.recent_requests`);

const request = (clientId: string, digit: number, status: number) => ({
  clientId,
  id: idOf(digit),
  method: 'GET',
  path: '/v1/orders/{id}',
  status,
  code: status >= 400 ? 'not_found' : null,
  requestId: `r${digit}`,
  atMs: now.getTime(),
});
/** Inserts requests of a credential with ids from these digits. Negative digits are failed requests. */
const insert = (clientId: string, ...digits: number[]) =>
  insertRequests(
    sql,
    digits.map((digit) => request(clientId, Math.abs(digit), digit < 0 ? 404 : 200)),
  );
const shown = (row: { client_id?: unknown; id?: unknown; failed?: unknown }) =>
  `${String(row.client_id)} ${row.failed === true ? '-' : ''}${String(row.id).slice(-1)}`;
const kept = async () => (await readRows(sql, 'merchant', 'recent_requests')).map(shown).toSorted();

test('a request is read as it was stored, and counts as failed from status 400 on', async () => {
  await insertRequests(sql, [request('a', 1, 399), request('b', 2, 400)]);
  const both = { method: 'GET', path: '/v1/orders/{id}', at: now.toISOString() };
  assert.deepEqual(await readRows(sql, 'merchant', 'recent_requests'), [
    { ...both, client_id: 'a', failed: false, id: idOf(1), status: 399, request_id: 'r1' },
    {
      ...both,
      client_id: 'b',
      failed: true,
      id: idOf(2),
      status: 400,
      code: 'not_found',
      request_id: 'r2',
    },
  ]);
});

test('the newest failed and the newest other requests of each credential are kept', async () => {
  await insert('a', 1, 2, 3, 4, -5, -6, -7, -8, -9);
  await insert('b', -1, -2, -3, -4, 6, 7, 8, 9);
  await insert('c', 1, 2, 3, -1, -2, -3);
  await deleteSurplus(sql, ['a', 'b'], 2);
  const others = ['c -1', 'c -2', 'c -3', 'c 1', 'c 2', 'c 3'];
  assert.deepEqual(await kept(), ['a -8', 'a -9', 'a 3', 'a 4', 'b -3', 'b -4', 'b 8', 'b 9', ...others]);
  await deleteSurplus(sql, ['a', 'b'], 2);
  assert.equal((await kept()).length, 14, 'no surplus is left');
});

test('requests of a PSP are listed newest first, of all its credentials or of one', async () => {
  await insert('a', 1, 4, -6);
  await insert('b', -2, 3, 7);
  await insert('c', 5, -8);
  const list = async (
    filter: Partial<{ pspId: number; clientId: string | null; onlyFailed: boolean; limit: number }>,
  ) =>
    (await listRequests(sql, { pspId: 1, clientId: null, onlyFailed: false, limit: 9, ...filter })).map(
      shown,
    );
  assert.deepEqual(await list({}), ['b 7', 'a -6', 'a 4', 'b 3', 'b -2', 'a 1']);
  assert.deepEqual(await list({ limit: 3 }), ['b 7', 'a -6', 'a 4']);
  assert.deepEqual(await list({ limit: 1 }), ['b 7']);
  assert.deepEqual(await list({ clientId: 'a' }), ['a -6', 'a 4', 'a 1']);
  assert.deepEqual(await list({ clientId: 'a', limit: 2 }), ['a -6', 'a 4']);
  assert.deepEqual(await list({ onlyFailed: true }), ['a -6', 'b -2']);
  assert.deepEqual(await list({ pspId: 2 }), ['c -8', 'c 5']);
  assert.deepEqual(await list({ clientId: 'c' }), []);
});

test('listed requests have all stored fields', async () => {
  await insert('a', -1);
  assert.deepEqual(
    (await listRequests(sql, { pspId: 1, clientId: 'a', onlyFailed: true, limit: 1 })).map((row) => ({
      ...row,
    })),
    [
      {
        client_id: 'a',
        failed: true,
        id: idOf(1),
        method: 'GET',
        path: '/v1/orders/{id}',
        status: 404,
        code: 'not_found',
        request_id: 'r1',
        at: now,
      },
    ],
  );
});
