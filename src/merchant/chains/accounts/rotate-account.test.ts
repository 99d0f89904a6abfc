import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import { systemClock as clock } from '../../../platform/clock.ts';
import { createLogger } from '../../../platform/telemetry/logger.ts';
import { findPresentAccount, saveFormerKey, selectFormerAccounts } from './former-account.store.ts';
import { rotateAccount } from './rotate-account.ts';

const sql = await useTestSql();

const rotate = (coin: 'BTC' | 'LTC', account: string) =>
  rotateAccount(
    { sql, clock, log: createLogger({ level: 'silent', pretty: false }) },
    { coin, account, by: 'ana', reason: 'a new safe' },
  );

test('an account is replaced once, together with its key, on its own chain only', async () => {
  assert.deepEqual(await rotate('BTC', 'second'), {
    refusal: 'No BTC was read yet: any account can be set.',
  });
  for (const coin of ['BTC', 'LTC'])
    await sql`
      insert into merchant.chain_states (coin, network, account, height, hash, node_height)
      values (${coin}, 'regtest', 'first', 7, '', 7)`;
  await sql`
    insert into merchant.chain_keys (coin, sealed_key, created_at)
    values ('BTC', 'a key'::bytea, now()), ('LTC', 'another'::bytea, now())`;
  assert.match(JSON.stringify(await rotate('BTC', 'first')), /the account that this database has already/);
  assert.deepEqual(await rotate('BTC', 'second'), { number: 1 });
  assert.deepEqual(await rotate('BTC', 'third'), { number: 2 });
  assert.match(JSON.stringify(await rotate('BTC', 'first')), /cannot be used again/);
  assert.deepEqual(
    (await selectFormerAccounts(sql, 'BTC')).map((one) => [
      one.number,
      one.account,
      one.sealed_key?.toString() ?? null,
    ]),
    [
      [0, 'first', 'a key'],
      [1, 'second', null],
    ],
  );
  assert.deepEqual(
    [await findPresentAccount(sql, 'BTC'), await findPresentAccount(sql, 'LTC')],
    ['third', 'first'],
  );
  assert.deepEqual(await readRows(sql, 'merchant', 'chain_keys', ['coin']), [{ coin: 'LTC' }]);
  await saveFormerKey(sql, 'BTC', 1, Buffer.from('found'));
  assert.deepEqual(
    (await selectFormerAccounts(sql, 'BTC')).map((one) => one.sealed_key?.toString()),
    ['a key', 'found'],
  );
  assert.deepEqual([...(await selectFormerAccounts(sql, 'LTC'))], []);
});

test('of two concurrent rotations, the second reports that the account was already replaced', async () => {
  const outcomes = await Promise.all([rotate('LTC', 'next'), rotate('LTC', 'next')]);
  const done = outcomes.filter((one) => 'number' in one);
  assert.deepEqual(done, [{ number: 1 }]);
});
