import { invalidField, type Sentence } from '../../../platform/problem.ts';
import type { Address, AddressFault, ParsedAddress } from '../chain.ts';
import { addressWords } from '../../details/address-words.rules.ts';

const tagFaults: ReadonlySet<AddressFault> = new Set(['bad_tag', 'tag_required', 'tag_not_taken']);

/** Describes for staff whether the address or the tag is wrong. */
export const describeFault = ({
  fault,
  ...sentence
}: Extract<ParsedAddress, { fault: AddressFault }>): Sentence =>
  describeField(tagFaults.has(fault) ? 'tag' : 'address', sentence);

export const describeField = (about: 'address' | 'tag', fault: Sentence): Sentence => ({
  say: about === 'tag' ? addressWords.theTag : addressWords.theAddress,
  values: { fault },
});

/** Returns the address, or throws a 400 that names the wrong field. */
export function requireAddress(
  parsed: ParsedAddress,
  fields: { readonly address: string; readonly tag: string },
): Address {
  if ('address' in parsed) return parsed.address;
  const { fault, say, values } = parsed;
  throw invalidField(tagFaults.has(fault) ? fields.tag : fields.address, fault, say, values);
}
