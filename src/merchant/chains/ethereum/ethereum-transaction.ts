import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';

/** A transaction of type 2 (EIP-1559) to one address, without data. */
export interface EthereumTransaction {
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly tipPerGas: bigint;
  readonly feePerGas: bigint;
  readonly gasLimit: bigint;
  /** Starts with 0x. */
  readonly to: string;
  readonly amountMinor: bigint;
}

type Item = Uint8Array | readonly Item[];

/** RLP encoding, as the yellow paper defines it. */
function encode(item: Item): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    const body = Buffer.concat(item.map(encode));
    return Buffer.concat([lengthOf(body.length, 0xc0), body]);
  }
  const [first = 0x80] = item;
  return item.length === 1 && first < 0x80 ? item : Buffer.concat([lengthOf(item.length, 0x80), item]);
}

function lengthOf(length: number, offset: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(offset + length);
  const bytes = toBytes(BigInt(length));
  return Buffer.concat([Uint8Array.of(offset + 55 + bytes.length), bytes]);
}

/** Encodes a number without leading zero bytes. Zero is an empty string. */
function toBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const digits = value.toString(16);
  return hex.decode(digits.length % 2 === 0 ? digits : `0${digits}`);
}

const type = Uint8Array.of(2);
const withType = (items: readonly Item[]): Uint8Array => Buffer.concat([type, encode(items)]);

/** The same transaction always gives the same bytes (RFC 6979). */
export function signEthereum(
  transaction: EthereumTransaction,
  privateKey: Uint8Array,
): { readonly bytes: string; readonly transactionId: string } {
  const { chainId, nonce, tipPerGas, feePerGas, gasLimit, to, amountMinor } = transaction;
  const numbers = [chainId, nonce, tipPerGas, feePerGas, gasLimit].map(toBytes);
  const noAccessList: Item = [];
  const content = [
    ...numbers,
    hex.decode(to.slice(2).toLowerCase()),
    toBytes(amountMinor),
    new Uint8Array(),
    noAccessList,
  ];
  const signature = secp256k1.sign(keccak_256(withType(content)), privateKey, {
    prehash: false,
    lowS: true,
    format: 'recovered',
  });
  const [recovery = 0] = signature;
  const number = (from: number): Uint8Array =>
    toBytes(BigInt(`0x${hex.encode(signature.subarray(from, from + 32))}`));
  const bytes = withType([...content, toBytes(BigInt(recovery)), number(1), number(33)]);
  return { bytes: `0x${hex.encode(bytes)}`, transactionId: `0x${hex.encode(keccak_256(bytes))}` };
}
