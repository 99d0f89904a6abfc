import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';
import { networks } from './networks.ts';
import { badChecksum, malformed, zeroAddress, type Recognition } from './reading.ts';
import { addressWords } from '../../details/address-words.rules.ts';

/**
 * Formats an address with its EIP-55 checksum: a letter is upper case if the same digit of the address's hash is 8 or
 * more.
 */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)));
  const letters = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join('')}`;
}

/** Returns the address of an uncompressed public key, whose first byte marks the format and is not hashed. */
export function addressOfKey(publicKey: Uint8Array): string {
  return checksumAddress(`0x${hex.encode(keccak_256(publicKey.subarray(1)).subarray(-20))}`);
}

export function recogniseEthereum(text: string): Recognition | undefined {
  if (!/^0x/i.test(text)) return undefined;
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return malformed(addressWords.ethereumAddress);
  if (/^0x0+$/i.test(text)) return zeroAddress;
  const digits = text.slice(2);
  const unchecked = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  const address = checksumAddress(text);
  if (!unchecked && address !== text) return badChecksum;
  return { readings: [{ coin: 'ETH', networks, address, destination: address.toLowerCase() }] };
}
