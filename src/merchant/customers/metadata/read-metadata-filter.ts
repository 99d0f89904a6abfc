import { hash } from 'node:crypto';
import { invalidField } from '../../../platform/problem.ts';
import { metadataBounds } from './metadata.rules.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';

/** Returns the search digest of a key and value. All processes must compute the same. */
export const digestOf = (key: string, value: string): Buffer =>
  hash('sha256', `${key}\0${value}`, 'buffer').subarray(0, 16);

/** Reads the `metadata[key]=value` parameters of a query. An object must match all of them. */
export function readMetadataFilter(query: object): Buffer[] {
  const digests: Buffer[] = [];
  for (const [name, value] of Object.entries(query)) {
    const key = /^metadata\[(.*)\]$/s.exec(name)?.[1];
    if (key === undefined) continue;
    if (typeof value !== 'string') throw invalidField(name, 'not_allowed', merchantWords.givenOnce);
    digests.push(digestOf(key, value));
  }
  if (digests.length > metadataBounds.keys) {
    throw invalidField('metadata', 'too_long', fieldWords.mostKeys, { most: metadataBounds.keys });
  }
  return digests;
}
