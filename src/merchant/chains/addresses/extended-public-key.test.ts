import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import type { Branch } from '../chain.ts';
import { createAddressBook } from './create-address-book.ts';
import { AccountFault, createKeyring, readAccountKey } from './extended-public-key.ts';
import { scriptNetworks } from './networks.ts';

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../test/fixtures/addresses/${name}.json`, import.meta.url), 'utf8'),
  );
const bip32 = read('bip32');
const bip84 = read('bip84');
const zprv = { private: 0x04b2430c, public: 0x04b24746 };
const zpub = HDKey.fromExtendedKey(bip84.accountPrivateKey, zprv).publicExtendedKey;

test('public derivation gives the published keys of BIP-32', () => {
  const account = readAccountKey(bip32.account, scriptNetworks.BTC.main.extendedKeyVersions);
  const key = createKeyring(account)(bip32.branch as Branch, bip32.index);
  assert.equal(hex.encode(key), hex.encode(HDKey.fromExtendedKey(bip32.child).publicKey ?? new Uint8Array()));
});

test('every key equals that of another library, in both forms', () => {
  const account = HDKey.fromExtendedKey(zpub, zprv);
  const keyOf = createKeyring(account);
  const uncompressedKeyOf = createKeyring(account, 'uncompressed');
  fc.assert(
    fc.property(fc.constantFrom<Branch>(0, 1), fc.integer({ min: 0, max: 2 ** 31 - 1 }), (branch, index) => {
      const expected = account.deriveChild(branch).deriveChild(index).publicKey ?? new Uint8Array();
      assert.equal(hex.encode(keyOf(branch, index)), hex.encode(expected));
      const uncompressed = secp256k1.Point.fromBytes(expected).toBytes(false);
      assert.equal(hex.encode(uncompressedKeyOf(branch, index)), hex.encode(uncompressed));
    }),
    { numRuns: 200 },
  );
});

test('returns no key if the two libraries derive different ones', () => {
  const account = HDKey.fromExtendedKey(zpub, zprv);
  const branch = account.deriveChild(0);
  const wrongBranch = Object.create(branch, {
    deriveChild: { value: (index: number) => branch.deriveChild(index + 1) },
  });
  for (const form of ['compressed', 'uncompressed'] as const) {
    const keyOf = createKeyring(Object.create(account, { deriveChild: { value: () => wrongBranch } }), form);
    for (const index of [0, 0, 7]) assert.throws(() => keyOf(0, index), /different keys for address number/);
  }
});

test('the mnemonic, private key and public key of BIP-84 give the same addresses', () => {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(bip84.mnemonic), zprv);
  assert.equal(root.privateExtendedKey, bip84.rootKey);
  assert.equal(root.derive("m/84'/0'/0'").privateExtendedKey, bip84.accountPrivateKey);
  const asXpub = HDKey.fromMasterSeed(mnemonicToSeedSync(bip84.mnemonic)).derive(
    "m/84'/0'/0'",
  ).publicExtendedKey;
  for (const account of [zpub, asXpub]) {
    const book = createAddressBook('BTC', 'main', account);
    assert.equal(book.account, account);
    for (const { branch, index, address } of bip84.addresses) {
      assert.equal(book.derive(branch, index).address, address);
    }
  }
});

test('Ethereum addresses of the same mnemonic equal those that wallets show', () => {
  const account = HDKey.fromMasterSeed(mnemonicToSeedSync(bip84.mnemonic)).derive("m/44'/60'/0'");
  const book = createAddressBook('ETH', 'main', account.publicExtendedKey);
  assert.equal(book.derive(0, 0).address, bip84.ethereum);
});

const refused = (
  coin: 'BTC' | 'LTC' | 'BCH' | 'ETH' | 'XRP',
  network: 'main' | 'test',
  account: string,
): string => {
  try {
    createAddressBook(coin, network, account);
  } catch (error) {
    assert.ok(error instanceof AccountFault, String(error));
    return error.message;
  }
  return 'taken';
};

test('rejects an invalid account with an explanation that does not quote it', () => {
  const xpub: string = bip32.account;
  assert.match(refused('BTC', 'test', xpub), /another coin or network/);
  assert.match(refused('BCH', 'main', zpub), /another coin or network/);
  assert.match(refused('ETH', 'main', zpub), /another coin or network/);
  assert.match(refused('BTC', 'main', bip84.accountPrivateKey), /extended private key/);
  for (const account of [
    '',
    'xpub',
    xpub.slice(0, -1),
    `${xpub.slice(0, -1)}z`,
    'emoji 🪙',
    'x'.repeat(1_000_000),
  ]) {
    const sentence = refused('BTC', 'main', account);
    assert.match(sentence, /is not an extended public key/);
    assert.ok(account.length < 6 || !sentence.includes(account.slice(4)));
  }
  assert.match(refused('XRP', 'main', xpub), /classic address/);
  assert.match(refused('XRP', 'main', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpg'), /classic address/);
});

test('there is no address below 0, at 2^31 or between two numbers', () => {
  const books = [
    createAddressBook('BTC', 'main', zpub),
    createAddressBook('XRP', 'main', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'),
  ];
  for (const book of books) {
    for (const index of [-1, 2 ** 31, 0.5, Number.NaN])
      assert.throws(() => book.derive(0, index), RangeError);
  }
});

test('a branch named after a second is derived as in other wallets, and branch 2^31 does not exist', () => {
  const second = 1_795_000_000;
  const account = HDKey.fromMasterSeed(mnemonicToSeedSync(bip84.mnemonic)).derive("m/84'/0'/0'");
  const book = createAddressBook('BTC', 'main', account.publicExtendedKey);
  const { publicKey } = account.derive(`m/${second}/17`);
  assert.ok(publicKey);
  assert.equal(book.derive(second, 17).address, p2wpkh(publicKey).address);
  for (const branch of [-1, 2 ** 31, 0.5]) assert.throws(() => book.derive(branch, 0), RangeError);
});
