import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { platformSettings } from '../../../platform/platform.settings.ts';
import { readSettings } from '../../../platform/settings.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { merchantSettings } from '../../merchant.settings.ts';
import { getAccount, readSigningKey } from './bitcoin-account.ts';

const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const versions = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  zpub: { public: 0x04b24746, private: 0x04b2430c },
  tpub: { public: 0x043587cf, private: 0x04358394 },
  vpub: { public: 0x045f1cf6, private: 0x045f18bc },
  ypub: { public: 0x049d7cb2, private: 0x049d7878 },
};
const accountOf = (spelling: keyof typeof versions, path: string): HDKey =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(words), versions[spelling]).derive(path);

function settingsOf(given: Record<string, string>): MerchantSettings {
  return readSettings({ ...platformSettings, ...merchantSettings }, { environment: given });
}

// The wallet of BIP-84's own test vectors.
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const main = settingsOf({ BTC_NETWORK: 'main', BTC_XPUB: zpub });

describe('the account', () => {
  test('is that of the extended public key, in each of its spellings', () => {
    const expected = accountOf('xpub', "m/84'/0'/0'");
    assert.deepEqual(getAccount(main, 'BTC').publicKey, expected.publicKey);
    const respelled = settingsOf({ BTC_NETWORK: 'main', BTC_XPUB: expected.publicExtendedKey });
    assert.deepEqual(getAccount(respelled, 'BTC').publicKey, expected.publicKey);
  });

  const tprv = accountOf('tpub', "m/84'/1'/0'");
  const faults: [name: string, given: Record<string, string>, RegExp][] = [
    ['is missing', { BTC_NODE: 'http://x' }, /^BTC_NODE is set and BTC_XPUB is not: /],
    ['is missing, as is the node', {}, /^BTC_XPUB is not set: set it to the extended public key /],
    ['is nonsense', { BTC_XPUB: 'hello' }, /^BTC_XPUB is not an extended public key/],
    [
      'has a wrong letter',
      { BTC_XPUB: zpub.replace('2AGutZYs', '2AGutZYt') },
      /^BTC_XPUB is not an extended/,
    ],
    [
      'is of the main network although regtest is configured',
      { BTC_XPUB: zpub },
      /another coin or network.*regtest/,
    ],
    [
      'is of a test network although main is configured',
      { BTC_XPUB: tprv.publicExtendedKey, BTC_NETWORK: 'main' },
      /^BTC_XPUB .*another coin or network.*BTC_NETWORK is main/,
    ],
    [
      'has a prefix for another kind of addresses',
      { BTC_XPUB: accountOf('ypub', "m/49'/0'/0'").publicExtendedKey, BTC_NETWORK: 'main' },
      /^BTC_XPUB /,
    ],
    ['is a private key', { BTC_XPUB: tprv.privateExtendedKey }, /^BTC_XPUB is an extended private key/],
  ];
  for (const [name, given, message] of faults) {
    test(`that ${name} stops the start with an explanation`, () => {
      assert.throws(
        () => getAccount(settingsOf(given), 'BTC'),
        (error: Error) => {
          assert.equal(error.name, 'StartError');
          assert.match(error.message, message);
          const shown = Object.values(given).filter((value) => value.length > 10);
          assert.ok(!shown.some((value) => error.message.includes(value.slice(0, 12))), 'and no key in it');
          return true;
        },
      );
    });
  }
});

describe('the signing key', () => {
  const account = accountOf('zpub', "m/84'/0'/0'");
  const good: [name: string, given: string][] = [
    ["the account's own", account.privateExtendedKey],
    [
      "the account's own in another spelling, with a line feed",
      `${accountOf('xpub', "m/84'/0'/0'").privateExtendedKey}\n`,
    ],
    ['the recovery phrase', words],
    ['the recovery phrase over several lines and in capitals', words.toUpperCase().replaceAll(' ', '\n ')],
  ];
  for (const [name, given] of good) {
    test(`is read from ${name}`, () => {
      const read = readSigningKey(main, 'BTC', given);
      assert.ok('key' in read, JSON.stringify(read));
      assert.deepEqual(read.key.privateKey, account.privateKey);
      // The stored form can be read again.
      assert.ok('key' in readSigningKey(main, 'BTC', read.key.privateExtendedKey));
    });
  }

  test('is found among the first accounts of a recovery phrase', () => {
    const third = accountOf('zpub', "m/84'/0'/2'");
    const settings = settingsOf({ BTC_NETWORK: 'main', BTC_XPUB: third.publicExtendedKey });
    const read = readSigningKey(settings, 'BTC', words);
    assert.ok('key' in read);
    assert.deepEqual(read.key.privateKey, third.privateKey);
  });
  test('is derived with the path of each coin and network', () => {
    const paths = [
      ['LTC', 'main', 'xpub', "m/84'/2'/0'"],
      ['LTC', 'regtest', 'tpub', "m/84'/1'/0'"],
      ['BCH', 'main', 'xpub', "m/44'/145'/0'"],
      ['BTC', 'test', 'vpub', "m/84'/1'/0'"],
    ] as const;
    for (const [coin, network, spelling, path] of paths) {
      const { publicExtendedKey } = accountOf(spelling, path);
      const settings = settingsOf({ [`${coin}_NETWORK`]: network, [`${coin}_XPUB`]: publicExtendedKey });
      assert.ok('key' in readSigningKey(settings, coin, words), path);
    }
  });

  const bad: [name: string, given: string, RegExp][] = [
    ['nothing', '  \n', /neither an extended private key/],
    ['a public key', zpub, /neither an extended private key/],
    [
      'another account',
      accountOf('zpub', "m/84'/0'/1'").privateExtendedKey,
      /not that of the account of BTC_XPUB/,
    ],
    ["the wallet's root key", accountOf('zpub', 'm').privateExtendedKey, /not that of the account/],
    ['an invalid recovery phrase', words.replace('about', 'abandon'), /not a valid recovery phrase/],
    [
      'the recovery phrase of another wallet',
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
      /None of the first 10 accounts/,
    ],
    ['1 MB of noise', 'x'.repeat(1_000_000), /neither an extended private key/],
  ];
  for (const [name, given, message] of bad) {
    test(`is not read from ${name}`, () => {
      const read = readSigningKey(main, 'BTC', given);
      assert.ok('fault' in read);
      assert.match(read.fault, message);
      assert.ok(read.fault.length < 200);
    });
  }
});
