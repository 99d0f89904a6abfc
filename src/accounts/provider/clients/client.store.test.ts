import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { findClient, insertClient, listClients } from './client.store.ts';

const sql = await useTestSql();
const metadata = {
  client_name: 'Shop',
  token_endpoint_auth_method: 'client_secret_basic' as const,
  grant_types: ['client_credentials'],
  response_types: [] as [],
  redirect_uris: [],
};
const now = new Date('2026-03-01T12:00:00Z');

test('clients are listed by id, and an id is used once', async () => {
  const insert = (id: string) =>
    transaction(sql, (tx) =>
      insertClient(tx, { id, secret_hash: Buffer.from(id), metadata, source: 'command' }, now),
    );
  assert.deepEqual([await insert('shop'), await insert('forum'), await insert('shop')], [true, true, false]);
  assert.deepEqual(
    (await listClients(sql)).map(({ id }) => id),
    ['forum', 'shop'],
  );
  const expected = {
    id: 'forum',
    secret_hash: Buffer.from('forum'),
    metadata,
    source: 'command',
    created_at: now,
    changed_at: now,
  };
  assert.deepEqual({ ...(await findClient(sql, 'forum')) }, expected);
});
