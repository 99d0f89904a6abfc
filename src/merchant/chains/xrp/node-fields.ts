import { XrpNodeFailure, type Fields } from './xrp-connection.ts';

/** Upper limit of amounts: all XRP that ever existed (100 billion), in drops. */
const mostDrops = 10n ** 17n;
const largestNumber = 2 ** 32 - 1;

const unsound = (name: string): XrpNodeFailure => new XrpNodeFailure(`the node sent no valid ${name}`);

export function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unsound(name);
  return value as Fields;
}

export function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unsound(name);
  return value;
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw unsound(name);
  return value;
}

export function hashOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || !/^[0-9A-F]{64}$/.test(value)) throw unsound(name);
  return value;
}

/** Reads an unsigned 32-bit number: a ledger index, sequence, tag or flags. A ledger index may also be text. */
export function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > largestNumber) {
    throw unsound(name);
  }
  return number;
}

/** Reads an amount of XRP, which is always text. Amounts of other currencies are objects. */
export function dropsOf(fields: Fields, name: string): bigint {
  const value = fields[name];
  if (typeof value !== 'string' || !/^\d{1,18}$/.test(value) || BigInt(value) > mostDrops)
    throw unsound(name);
  return BigInt(value);
}
