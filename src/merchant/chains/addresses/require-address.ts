import { invalidField } from '../../../platform/problem.ts';
import type { Address, AddressFault, ParsedAddress } from '../chain.ts';

const tagFaults: ReadonlySet<AddressFault> = new Set(['bad_tag', 'tag_required', 'tag_not_taken']);

/** For staff, with whichever of the two is at fault. */
export const describeFault = ({ fault, detail }: Extract<ParsedAddress, { fault: AddressFault }>): string =>
  `The ${tagFaults.has(fault) ? 'tag' : 'address'} ${detail}.`;

/** The address, or a 400 that names whichever of the two fields is at fault. */
export function requireAddress(
  parsed: ParsedAddress,
  fields: { readonly address: string; readonly tag: string },
): Address {
  if ('address' in parsed) return parsed.address;
  throw invalidField(tagFaults.has(parsed.fault) ? fields.tag : fields.address, parsed.fault, parsed.detail);
}
