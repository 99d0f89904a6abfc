import { bech32 } from '@scure/base';
import { networks, scriptNetworks } from './networks.ts';
import { badChecksum, malformed, type Reading, type Recognition } from './reading.ts';
import { payToKeyHash, payToScriptHash } from './scripts.ts';
import { addressWords } from '../../details/address-words.rules.ts';

/**
 * CashAddr: a prefix, then a version byte and a hash in Bech32's alphabet, with a 40-bit checksum that differs from
 * Bech32's.
 * https://github.com/bitcoincashorg/bitcoincash.org/blob/master/spec/cashaddr.md
 */

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const checksumWords = 8;
const hashBytesBySize = [20, 24, 28, 32, 40, 48, 56, 64];
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

function checksumOf(values: Iterable<number>): bigint {
  let checksum = 1n;
  for (const value of values) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    for (const [bit, generator] of generators.entries()) {
      if ((top >> BigInt(bit)) & 1n) checksum ^= generator;
    }
  }
  return checksum ^ 1n;
}

const prefixWords = (prefix: string): number[] => Array.from(prefix, (letter) => letter.charCodeAt(0) & 0x1f);

export interface CashAddress {
  readonly prefix: string;
  readonly type: number;
  readonly hash: Uint8Array;
}

export type CashType = 'key' | 'script';

export function encodeCashAddress(prefix: string, type: CashType | number, hash: Uint8Array): string {
  const kind = typeof type === 'number' ? type : type === 'key' ? 0 : 1;
  const version = (kind << 3) | hashBytesBySize.indexOf(hash.length);
  const payload = bech32.toWords(Uint8Array.of(version, ...hash));
  const checksum = checksumOf([
    ...prefixWords(prefix),
    0,
    ...payload,
    ...Array<number>(checksumWords).fill(0),
  ]);
  const tail = Array.from({ length: checksumWords }, (_, index) =>
    Number((checksum >> BigInt(5 * (7 - index))) & 31n),
  );
  return `${prefix}:${[...payload, ...tail].map((word) => alphabet[word]).join('')}`;
}

/** Decodes `text`, which has its prefix and one case. */
export function decodeCashAddress(text: string): CashAddress | 'bad_checksum' | 'malformed' {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return 'malformed';
  const [prefix = '', body = '', ...rest] = text.toLowerCase().split(':');
  const values = Array.from(body, (letter) => alphabet.indexOf(letter));
  if (rest.length > 0 || values.length <= checksumWords || values.includes(-1)) return 'malformed';
  if (checksumOf([...prefixWords(prefix), 0, ...values]) !== 0n) return 'bad_checksum';
  // The bits are packed and padded with zeros, as in Bech32.
  const payload = bech32.fromWordsUnsafe(values.slice(0, -checksumWords));
  const [version = 0x80] = payload ?? [];
  const hash = payload?.subarray(1);
  // The version's highest bit is reserved. Its lowest three bits give the length of the hash.
  if (version >= 0x80 || !hash || hash.length !== hashBytesBySize[version & 7]) return 'malformed';
  return { prefix, type: version >> 3, hash };
}

/**
 * Kinds of destination by the type in the version byte. Types 2 and 3 say that the wallet also accepts CashTokens;
 * their destinations equal those of types 0 and 1.
 */
const types: readonly (CashType | undefined)[] = ['key', 'script', 'key', 'script'];

/** Recognises a CashAddr with or without prefix, because people copy both. */
export function recogniseCashAddress(text: string): Recognition | undefined {
  const prefixes = networks.map((network) => scriptNetworks.BCH[network].prefix);
  const given = text.toLowerCase();
  const named = prefixes.find((prefix) => given.startsWith(`${prefix}:`));
  if (named === undefined && !/^[qpzr][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,103}$/i.test(text))
    return undefined;
  if (named === undefined && text !== given && text !== text.toUpperCase()) return undefined;
  const candidates = named === undefined ? prefixes.map((prefix) => `${prefix}:${given}`) : [text];
  const decoded = candidates.map(decodeCashAddress);
  const found = decoded.find((candidate) => typeof candidate !== 'string');
  if (found) return toRecognition(found);
  return decoded.includes('bad_checksum') ? badChecksum : malformed(addressWords.notCashAddress);
}

function toRecognition({ prefix, type, hash }: CashAddress): Recognition {
  const kind = types[type];
  const network = networks.find((candidate) => scriptNetworks.BCH[candidate].prefix === prefix);
  const payable = hash.length === 20 || (hash.length === 32 && kind === 'script');
  if (kind === undefined || network === undefined || !payable) {
    return malformed(addressWords.unpayableCashAddress);
  }
  const reading: Reading = {
    coin: 'BCH',
    networks: [network],
    address: encodeCashAddress(prefix, kind, hash),
    destination: kind === 'key' ? payToKeyHash(hash) : payToScriptHash(hash),
  };
  return { readings: [reading] };
}
