import { base58xrp } from '@scure/base';
import { decodeXAddress, encodeAccountID, isValidClassicAddress } from 'ripple-address-codec';
import { stripChecksum } from './base58-address.ts';
import { networks } from './networks.ts';
import { badChecksum, malformed, zeroAddress, type Recognition } from './reading.ts';
import { addressWords } from '../../details/address-words.rules.ts';

const classicBytes = 25;
const taggedBytes = 35;
/**
 * Position of the upper four bytes of the tag in an X-address. Tags of the ledger have only 32 bits, and the codec
 * ignores these bytes.
 */
const beyondTag = [27, 31] as const;

/** Without a tag, nothing follows the colon. */
export const xrpDestination = (account: string, tag: string | null): string => `${account}:${tag ?? ''}`;

export const accountOf = (destination: string): string => destination.slice(0, destination.indexOf(':'));

/** The accounts whose ids are 0 and 1. No key exists for them. */
const lostAccounts = new Set(['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji']);

const notTagged = malformed(addressWords.notXAddress);

/** Recognises classic addresses (r…), and X… and T… addresses (XLS-5), which contain tag and network. */
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
  if (!isValidClassicAddress(text)) return malformed(addressWords.notXrpAccount);
  if (lostAccounts.has(text)) return zeroAddress;
  // The caller adds the tag to the destination, because it is given next to the address.
  return { readings: [{ coin: 'XRP', networks, address: text, destination: text }] };
}

function recogniseTagged(text: string): Recognition {
  try {
    const { accountId, tag, test } = decodeXAddress(text);
    const address = encodeAccountID(accountId);
    if (lostAccounts.has(address)) return zeroAddress;
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
