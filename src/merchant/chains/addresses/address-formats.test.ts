import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hex } from '@scure/base';
import { classicAddressToXAddress } from 'ripple-address-codec';
import { decodeCashAddress, encodeCashAddress } from './cash-address.ts';
import { checksumAddress } from './ethereum-address.ts';
import { parseAddress } from './parse-address.ts';
import { payToWitness } from './scripts.ts';
import { decodeSegwitAddress, encodeSegwitAddress } from './segwit-address.ts';
import { addressWords } from '../../details/address-words.rules.ts';

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../test/fixtures/addresses/${name}.json`, import.meta.url), 'utf8'),
  );

test('every segwit address of BIP-350 is decoded to its script and encoded back', () => {
  for (const [address, script] of read('segwit').valid) {
    const decoded = decodeSegwitAddress(address);
    assert.ok(typeof decoded === 'object', `${address}: ${JSON.stringify(decoded)}`);
    assert.equal(payToWitness(decoded.version, decoded.program), script);
    assert.equal(
      encodeSegwitAddress(decoded.prefix, decoded.version, decoded.program),
      address.toLowerCase(),
    );
  }
});

test('rejects every invalid address of BIP-173 and BIP-350', () => {
  const { invalid, foreign } = read('segwit');
  for (const [address, fault] of invalid) {
    assert.equal(decodeSegwitAddress(address), fault, address);
    const network = address.toLowerCase().startsWith('tb') ? 'test' : 'main';
    const parsed = parseAddress('BTC', network, address);
    assert.equal('fault' in parsed && parsed.fault, fault, address);
  }
  for (const address of foreign) {
    const parsed = parseAddress('BTC', 'main', address);
    assert.equal('fault' in parsed && parsed.fault, 'malformed', address);
  }
});

test('rejects an address of a segwit version that has no rules yet', () => {
  const parsed = parseAddress('BTC', 'main', 'BC1SW50QGDZ25J');
  assert.deepEqual(parsed, { fault: 'malformed', say: addressWords.unknownSegwitVersion });
});

test('decodes and encodes every address of the CashAddr table as published', () => {
  const { larger, checksumOnly } = read('cash-address');
  for (const { address, type, hash } of larger) {
    const prefix = address.slice(0, address.indexOf(':'));
    for (const spelling of [address, address.toUpperCase()]) {
      const decoded = decodeCashAddress(spelling);
      assert.ok(typeof decoded === 'object', `${spelling}: ${JSON.stringify(decoded)}`);
      assert.deepEqual({ ...decoded, hash: hex.encode(decoded.hash) }, { prefix, type, hash });
    }
    assert.equal(encodeCashAddress(prefix, type, hex.decode(hash)), address);
  }
  // Addresses with valid checksums and invalid contents.
  for (const address of checksumOnly) assert.equal(decodeCashAddress(address), 'malformed', address);
});

test('a legacy address of Bitcoin Cash is the same destination as its CashAddr, with or without prefix', () => {
  for (const [legacy, address] of read('cash-address').translations) {
    const spellings = [legacy, address, address.toUpperCase(), address.slice('bitcoincash:'.length)];
    const parsed = spellings.map((spelling) => parseAddress('BCH', 'main', spelling));
    for (const one of parsed) assert.deepEqual(one, parsed[0]);
    assert.equal('address' in parsed[0]! && parsed[0].address.address, address);
  }
});

test('decodes a script CashAddr with a hash of 20 or 32 bytes', () => {
  for (const [bytes, before] of [
    [20, 'a914'],
    [32, 'aa20'],
  ] as const) {
    const address = encodeCashAddress('bitcoincash', 'script', new Uint8Array(bytes).fill(0x11));
    const parsed = parseAddress('BCH', 'main', address);
    assert.equal('address' in parsed && parsed.address.destination, `${before}${'11'.repeat(bytes)}87`);
  }
});

test('a token-aware CashAddr is the same destination, and one without a spendable script is rejected', () => {
  const hash = hex.decode('f5bf48b397dae70be82b3cca4793f8eb2b6cdac9');
  const plain = parseAddress('BCH', 'main', encodeCashAddress('bitcoincash', 0, hash));
  assert.deepEqual(parseAddress('BCH', 'main', encodeCashAddress('bitcoincash', 2, hash)), plain);
  for (const address of [
    encodeCashAddress('bitcoincash', 5, hash),
    'bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0',
  ]) {
    const parsed = parseAddress('BCH', 'main', address);
    assert.equal('fault' in parsed && parsed.fault, 'malformed');
  }
});

test('EIP-55 checksums equal the published ones: all lower case is accepted, a wrong case is not', () => {
  for (const address of read('ethereum').addresses) {
    const digits = address.slice(2);
    assert.equal(checksumAddress(address), address);
    for (const spelling of [address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]) {
      assert.deepEqual(parseAddress('ETH', 'main', spelling), {
        address: { address, destinationTag: null, destination: address.toLowerCase() },
      });
    }
    if (/[a-f]/.test(digits) && /[A-F]/.test(digits)) {
      const swapped = digits.replace(/[a-fA-F]/, (letter: string) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      const parsed = parseAddress('ETH', 'main', `0x${swapped}`);
      assert.equal('fault' in parsed && parsed.fault, 'bad_checksum');
    }
  }
});

test('rejects addresses of zeros, which have no key, in every spelling', () => {
  for (const [coin, address] of [
    ['ETH', `0x${'0'.repeat(40)}`],
    ['ETH', `0X${'0'.repeat(40)}`],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
    ['XRP', classicAddressToXAddress('rrrrrrrrrrrrrrrrrrrrrhoLvTp', 5, false)],
  ] as const) {
    const parsed = parseAddress(coin, 'main', address);
    assert.equal('fault' in parsed && parsed.fault, 'malformed', address);
  }
  const next = parseAddress('ETH', 'main', `0x${'0'.repeat(39)}1`);
  assert.ok('address' in next);
});

test('rejects an X-address with a tag of more than 32 bits', () => {
  // Tags of 2^32, 2^32 + 5 and 2^63, with checksums that are right.
  for (const address of [
    'TVeG6DZkiwxmsLrXeYEu5WuSxJDWudmBQ5NjFFfmmWLP1da',
    'TVeG6DZkiwxmsLrXeYEu5WuSxJDWudmGtft1KTGPxR4up2f',
    'TVeG6DZkiwxmsLrXeYEu5WuSxJDWudmBQ5NjFeRfrsxM386',
  ]) {
    const parsed = parseAddress('XRP', 'test', address);
    assert.equal('fault' in parsed && parsed.fault, 'malformed', address);
  }
});

test('every X-address of the published table is decoded to its classic address and tag', () => {
  for (const [classic, tag, mainAddress, testAddress] of read('xrp').addresses) {
    const address = { address: classic, destinationTag: tag, destination: `${classic}:${tag ?? ''}` };
    assert.deepEqual(parseAddress('XRP', 'main', classic, tag), { address });
    assert.deepEqual(parseAddress('XRP', 'main', mainAddress), { address });
    assert.deepEqual(parseAddress('XRP', 'main', mainAddress, tag), { address });
    assert.deepEqual(parseAddress('XRP', 'test', testAddress), { address });
    for (const [network, text] of [
      ['main', testAddress],
      ['test', mainAddress],
    ] as const) {
      const parsed = parseAddress('XRP', network, text);
      assert.equal('fault' in parsed && parsed.fault, 'wrong_network');
    }
  }
});
