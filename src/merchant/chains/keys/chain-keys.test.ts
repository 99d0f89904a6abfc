import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { findChainKey, keepChainKey } from './chain-keys.ts';

const walletKey = Buffer.alloc(32, 1).toString('base64');
const otherWalletKey = Buffer.alloc(32, 2).toString('base64');
const secret =
  'tprv8ZgxMBicQKsPd9TeAdPADNnSyH9SSUUbTVeFszDE23Ki6TBB5nCefAdHkK8Fm3qMQR6sHwA56zqRmKmxnHk37JkiFzvncDqoKmPWubu7hDF';

let testApp: TestApp;
before(async () => {
  testApp = await openMerchantApp();
});
after(() => testApp.close());

test('WALLET_KEY opens the key that it sealed, and the table never holds it in the clear', async () => {
  const { platform, sql } = testApp;
  await keepChainKey(platform, walletKey, 'BTC', secret);
  assert.equal(await findChainKey(platform, walletKey, 'BTC'), secret);
  const [row] = await sql`select k::text as everything, sealed_key from merchant.chain_keys k`;
  const bytes = row?.['sealed_key'] as Buffer;
  for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
    assert.ok(!String(row?.['everything']).includes(form.slice(0, 20)));
    assert.ok(!bytes.includes(form.slice(0, 20)));
  }
});

test('explains why a key is not opened with another WALLET_KEY, a changed byte or another coin', async () => {
  const { platform, sql } = testApp;
  await keepChainKey(platform, walletKey, 'LTC', secret);
  const sentence = /key that signs LTC was sealed with another WALLET_KEY.*praca chain key LTC/;
  await assert.rejects(findChainKey(platform, otherWalletKey, 'LTC'), sentence);
  await assert.rejects(findChainKey(platform, 'c2hvcnQ=', 'LTC'), /WALLET_KEY must be 32 bytes/);
  await sql`update merchant.chain_keys set sealed_key = set_byte(sealed_key, 40, get_byte(sealed_key, 40) # 1)
            where coin = 'LTC'`;
  await assert.rejects(findChainKey(platform, walletKey, 'LTC'), sentence);
  await sql`update merchant.chain_keys l set sealed_key = b.sealed_key
            from merchant.chain_keys b where l.coin = 'LTC' and b.coin = 'BTC'`;
  await assert.rejects(findChainKey(platform, walletKey, 'LTC'), sentence);
});

test('finds no key without a WALLET_KEY or before a key was stored', async () => {
  assert.equal(await findChainKey(testApp.platform, '', 'BTC'), undefined);
  assert.equal(await findChainKey(testApp.platform, walletKey, 'BCH'), undefined);
});

test('storing a key again replaces the first, also under another WALLET_KEY', async () => {
  await keepChainKey(testApp.platform, walletKey, 'BCH', secret);
  await keepChainKey(testApp.platform, otherWalletKey, 'BCH', `${secret} again`);
  assert.equal(await findChainKey(testApp.platform, otherWalletKey, 'BCH'), `${secret} again`);
});
