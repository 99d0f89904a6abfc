import { hash } from 'node:crypto';
import { invalidField } from '../../platform/problem.ts';
import { metadataBounds } from './metadata.rules.ts';

/** The same for the same key and value, in every process. */
export const digestOf = (key: string, value: string): Buffer =>
  hash('sha256', `${key}\0${value}`, 'buffer').subarray(0, 16);

/** What `metadata[key]=value` of a query asks for; several are all asked for at once. */
export function readMetadataFilter(query: object): Buffer[] {
  const digests: Buffer[] = [];
  for (const [name, value] of Object.entries(query)) {
    const key = /^metadata\[(.*)\]$/s.exec(name)?.[1];
    if (key === undefined) continue;
    if (typeof value !== 'string') throw invalidField(name, 'not_allowed', 'must be given once');
    digests.push(digestOf(key, value));
  }
  if (digests.length > metadataBounds.keys) {
    throw invalidField('metadata', 'too_long', `must have at most ${metadataBounds.keys} keys`);
  }
  return digests;
}
