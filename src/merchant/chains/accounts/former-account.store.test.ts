import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertChainState } from '../../../../test/support/merchant-rows.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { hexOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  endPresentAccount,
  findPresentAccount,
  lockPresentAccount,
  saveFormerKey,
  selectFormerAccounts,
} from './former-account.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const key = (text: string) => hexOf(Buffer.from(text));

beforeEach(async () => {
  for (const table of ['former_accounts', 'chain_keys', 'chain_states'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  for (const coin of ['LTC', 'BTC'])
    await insertChainState(sql, coin, { account: `${coin} present`, height: 3, node_height: 3 });
});

const addFormer = (coin: string, number: number, fields: object = {}) =>
  insertRow(sql, 'merchant', 'former_accounts', {
    coin,
    number,
    account: `${coin} ${number}`,
    ended_at: now,
    ...fields,
  });

test('finds and locks the present account by its coin', async () => {
  assert.equal(await findPresentAccount(sql, 'BTC'), 'BTC present');
  assert.equal(await findPresentAccount(sql, 'LTC'), 'LTC present');
  assert.equal(await findPresentAccount(sql, 'ETH'), undefined);
  const lock = (coin: 'BTC' | 'LTC' | 'ETH') => sql.begin((tx) => lockPresentAccount(tx, coin));
  assert.deepEqual(
    [await lock('BTC'), await lock('LTC'), await lock('ETH')],
    ['BTC present', 'LTC present', undefined],
  );
  assert.equal(await countLocked(sql, 'merchant', 'chain_states', (tx) => lockPresentAccount(tx, 'BTC')), 1);
});

test('lists former accounts of a coin by number', async () => {
  await addFormer('BTC', 1, { sealed_key: key('k') });
  await addFormer('LTC', 0);
  await addFormer('BTC', 0);
  assert.deepEqual(
    (await selectFormerAccounts(sql, 'BTC')).map((row) => ({ ...row })),
    [
      { number: 0, account: 'BTC 0', sealed_key: null },
      { number: 1, account: 'BTC 1', sealed_key: Buffer.from('k') },
    ],
  );
});

test('a replaced account keeps its key, the next account has none yet, and other coins keep theirs', async () => {
  for (const coin of ['BTC', 'LTC'])
    await insertRow(sql, 'merchant', 'chain_keys', { coin, sealed_key: key(coin), created_at: now });
  const end = (number: number, next: string) =>
    sql.begin((tx) => endPresentAccount(tx, 'BTC', { number, next, now }));
  await end(0, 'second');
  await end(1, 'third');
  const ended = { coin: 'BTC', ended_at: now.toISOString() };
  assert.deepEqual(await readRows(sql, 'merchant', 'former_accounts'), [
    { ...ended, number: 0, account: 'BTC present', sealed_key: key('BTC') },
    { ...ended, number: 1, account: 'second' },
  ]);
  assert.deepEqual(await readRows(sql, 'merchant', 'chain_keys', ['coin']), [{ coin: 'LTC' }]);
  assert.deepEqual(await readRows(sql, 'merchant', 'chain_states', ['coin', 'account']), [
    { coin: 'BTC', account: 'third' },
    { coin: 'LTC', account: 'LTC present' },
  ]);
});

test('saves a key for one former account', async () => {
  for (const coin of ['BTC', 'LTC']) for (const number of [0, 1]) await addFormer(coin, number);
  await saveFormerKey(sql, 'BTC', 1, Buffer.from('new'));
  assert.deepEqual(await readRows(sql, 'merchant', 'former_accounts', ['account', 'sealed_key']), [
    { account: 'BTC 0' },
    { account: 'BTC 1', sealed_key: key('new') },
    { account: 'LTC 0' },
    { account: 'LTC 1' },
  ]);
});
