import { NodeFailure } from '../rpc/rpc.ts';
import { parseCount, parseHash, parseNodeAddress, parseQuantity } from './quantity.rules.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unsound(what);
  return value as Fields;
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unsound(what);
  return value;
}

/** Reads a field in one of the forms that nodes write. Rejects anything else, with the field's name. */
const reader =
  <T>(parse: (value: unknown) => T | undefined) =>
  (fields: Fields, name: string): T => {
    const parsed = parse(fields[name]);
    if (parsed === undefined) throw unsound(name);
    return parsed;
  };

export const hashIn = reader(parseHash);
export const addressIn = reader(parseNodeAddress);
export const countIn = reader(parseCount);
export const quantityIn = reader(parseQuantity);

export const unsound = (what: string): NodeFailure => new NodeFailure(`the node sent no valid ${what}`);
