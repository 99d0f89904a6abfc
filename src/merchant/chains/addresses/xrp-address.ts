import { base58xrp } from '@scure/base';
import { decodeXAddress, encodeAccountID, isValidClassicAddress } from 'ripple-address-codec';
import { stripChecksum } from './base58-address.ts';
import { networks } from './networks.ts';
import { badChecksum, malformed, nobodys, type Recognition } from './reading.ts';

const classicBytes = 25;
const taggedBytes = 35;
/** Of the eight bytes of a tag, those beyond the 32 bits that the ledger has; the codec passes over them. */
const beyondTag = [27, 31] as const;

/** Without a tag nothing follows the colon. */
export const xrpDestination = (account: string, tag: string | null): string => `${account}:${tag ?? ''}`;

export const accountOf = (destination: string): string => destination.slice(0, destination.indexOf(':'));

/** Of the numbers 0 and 1, whose keys nobody has. */
const lostAccounts = new Set(['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji']);

const notTagged = malformed('is not an X-address of the XRP Ledger');

/** Classic r… addresses, and X… and T… (XLS-5), which carry their tag and their network. */
export function recogniseXrp(text: string): Recognition | undefined {
  if (!/^[rXT][rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz]{24,46}$/.test(text))
    return undefined;
  const bytes = base58xrp.decode(text);
  if (bytes.length !== classicBytes && bytes.length !== taggedBytes) return undefined;
  if (!stripChecksum(bytes)) return badChecksum;
  if (bytes.length === taggedBytes) {
    if (bytes.subarray(...beyondTag).some((byte) => byte !== 0)) return notTagged;
    return recogniseTagged(text);
  }
  if (!isValidClassicAddress(text)) return malformed('is not an account of the XRP Ledger');
  if (lostAccounts.has(text)) return nobodys;
  // The tag is given beside the address, so that whoever knows both completes the destination.
  return { readings: [{ coin: 'XRP', networks, address: text, destination: text }] };
}

function recogniseTagged(text: string): Recognition {
  try {
    const { accountId, tag, test } = decodeXAddress(text);
    const address = encodeAccountID(accountId);
    if (lostAccounts.has(address)) return nobodys;
    return {
      readings: [
        {
          coin: 'XRP',
          networks: test ? ['test', 'regtest'] : ['main'],
          address,
          destination: address,
          tag: tag === false ? null : String(tag),
        },
      ],
    };
  } catch {
    return notTagged;
  }
}
