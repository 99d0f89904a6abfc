import { hex } from '@scure/base';

/** Output scripts of addresses, in hex, as nodes show them. */

export const payToKeyHash = (hash: Uint8Array): string => `76a914${hex.encode(hash)}88ac`;

/** The hash has 20 bytes (BIP-16), or 32 bytes on Bitcoin Cash. */
export const payToScriptHash = (hash: Uint8Array): string =>
  hash.length === 32 ? `aa20${hex.encode(hash)}87` : `a914${hex.encode(hash)}87`;

export function payToWitness(version: number, program: Uint8Array): string {
  const opcode = version === 0 ? 0x00 : 0x50 + version;
  return hex.encode(Uint8Array.of(opcode, program.length, ...program));
}
