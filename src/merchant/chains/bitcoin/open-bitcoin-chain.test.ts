import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { openMerchantApp, type TestApp, type TestAppOptions } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { until } from '../../../../test/support/process.ts';
import { allSettings } from '../../../app.ts';
import { addStaff } from '../../../../test/support/commands.ts';
import { CommandError } from '../../../platform/command.ts';
import { readSettings } from '../../../platform/settings.ts';
import { chainKeyCommand } from '../chain-key.commands.ts';
import { openBitcoinChain } from './open-bitcoin-chain.ts';

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(9), {
  public: 0x043587cf,
  private: 0x04358394,
}).derive("m/84'/1'/0'");
/** No node listens at this address. Nothing is requested before the service starts. */
const node = { LTC_NODE: 'http://praca:secret-word@127.0.0.1:1', LTC_XPUB: account.publicExtendedKey };

let testApp: TestApp;
before(async () => {
  testApp = await openMerchantApp({ settings: node });
});
after(() => testApp.close());

const settingsOf = (given: Record<string, string>): ReturnType<typeof readSettings<typeof allSettings>> =>
  readSettings(allSettings, { environment: { ...node, ...given } });

const openWith = (given: Record<string, string> = {}): ReturnType<typeof openBitcoinChain> =>
  openBitcoinChain(testApp.platform, settingsOf(given), 'LTC');

async function keepKey(given: string, settings: Record<string, string> = {}, coin = 'LTC'): Promise<string> {
  const lines: string[] = [];
  const command = chainKeyCommand(() => Promise.resolve(given));
  const platform = { ...testApp.platform, settings: settingsOf(settings) };
  const by = await addStaff(testApp.platform);
  await command.run(platform, { values: { by }, positionals: [coin] }, (line) => void lines.push(line));
  return lines.join('\n');
}

test('offers only coins with a node', async () => {
  const chain = await openWith();
  assert.equal(chain?.network, 'litecoin regtest');
  assert.match(chain.addresses.derive(0, 0).address, /^rltc1q/);
  assert.equal(await openBitcoinChain(testApp.platform, settingsOf({}), 'BTC'), undefined);
  // The fee of two inputs and two outputs of the longest usual kind, at 10 per byte.
  assert.equal(chain.usualFee(10_000n), 2330n);
});

test('a process pays out only with a stored key and its WALLET_KEY', async () => {
  assert.equal((await openWith())?.payer, undefined);
  assert.match(await keepKey(account.privateExtendedKey), /can pay out LTC/);
  assert.equal((await openWith())?.payer?.funds, 'outputs');
  const production = { ENVIRONMENT: 'production', LTC_NETWORK: 'regtest' };
  const required = {
    PUBLIC_URL: 'https://praca.example',
    DATABASE_URL: 'postgres://a/b',
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@example.org',
  };
  assert.equal((await openWith({ ...production, ...required }))?.payer, undefined);
  const other = Buffer.alloc(32, 3).toString('base64');
  await assert.rejects(openWith({ WALLET_KEY: other }), /sealed with another WALLET_KEY/);
  await keepKey(account.privateExtendedKey, { WALLET_KEY: other });
  assert.equal((await openWith({ WALLET_KEY: other }))?.payer?.funds, 'outputs');
  const foreign = HDKey.fromMasterSeed(new Uint8Array(32).fill(8), account.versions).derive("m/84'/1'/0'");
  await assert.rejects(
    openWith({ WALLET_KEY: other, LTC_XPUB: foreign.publicExtendedKey }),
    /not of the account of LTC_XPUB/,
  );
});

test('does not store a key that cannot sign for the account', async () => {
  const refusals: [given: string, settings: Record<string, string>, coin: string, RegExp][] = [
    [account.publicExtendedKey, {}, 'LTC', /neither an extended private key/],
    [account.derive('m/0').privateExtendedKey, {}, 'LTC', /not that of the account/],
    [account.privateExtendedKey, {}, 'DOGE', /takes BTC or BCH or LTC/],
    [account.privateExtendedKey, { WALLET_KEY: 'c2hvcnQ=' }, 'LTC', /WALLET_KEY must be 32 bytes/],
  ];
  const [before] = await testApp.sql`select sealed_key from merchant.chain_keys`;
  for (const [given, settings, coin, message] of refusals) {
    await assert.rejects(keepKey(given, settings, coin), message);
  }
  const bare = { ...settingsOf({}), WALLET_KEY: '' };
  await assert.rejects(
    chainKeyCommand(() => Promise.resolve(account.privateExtendedKey)).run(
      { ...testApp.platform, settings: bare },
      { values: {}, positionals: ['LTC'] },
      () => {},
    ),
    (error) => error instanceof CommandError && /WALLET_KEY is not set/.test(error.message),
  );
  const [after] = await testApp.sql`select sealed_key from merchant.chain_keys`;
  assert.deepEqual(after, before);
});

test('a node without an account, or with an account of another network, stops the start with an explanation', async () => {
  const database = await createTestDatabase();
  const open = (settings: NonNullable<TestAppOptions['settings']>): Promise<TestApp> =>
    openMerchantApp({ database, settings });
  try {
    await assert.rejects(
      open({ LTC_NODE: node.LTC_NODE }),
      /^StartError: LTC_NODE is set and LTC_XPUB is not/,
    );
    await assert.rejects(
      open({ ...node, LTC_NETWORK: 'main' }),
      /^StartError: LTC_XPUB .*LTC_NETWORK is main/,
    );
    await assert.rejects(
      open({ ...node, LTC_NODE: 'litecoind' }),
      /LTC_NODE takes a URL.*not the given value/,
    );
    await assert.rejects(
      open({ ...node, LTC_NETWORK: 'mainnet' }),
      /LTC_NETWORK takes main or test or regtest/,
    );
  } finally {
    await database.drop();
  }
});

test("logs only host and port of a node's address", async () => {
  await testApp.start();
  await until(() => testApp.log.some((line) => line.includes('127.0.0.1:1 ')), 'that it is not there');
  // The secret in the address, and in the header made from it.
  assert.doesNotMatch(testApp.log.join(''), /secret-word|c2VjcmV0/);
});
