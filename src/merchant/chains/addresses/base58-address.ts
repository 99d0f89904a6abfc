import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { encodeCashAddress } from './cash-address.ts';
import { networks, scriptCoins, scriptNetworks, type Network, type ScriptCoin } from './networks.ts';
import { badChecksum, malformed, type Reading, type Recognition } from './reading.ts';
import { payToKeyHash, payToScriptHash } from './scripts.ts';
import { addressWords } from '../../details/address-words.rules.ts';

const checksumBytes = 4;
/** A version byte, the hash, the checksum. */
const addressBytes = 1 + 20 + checksumBytes;

/**
 * Removes the checksum of Base58Check. Undefined if it is wrong. The library's decoder does not separate a wrong
 * checksum from other faults and supports only Bitcoin's alphabet.
 */
export function stripChecksum(bytes: Uint8Array): Uint8Array | undefined {
  const body = bytes.subarray(0, -checksumBytes);
  const digest = sha256(sha256(body));
  const fits = bytes.subarray(-checksumBytes).every((byte, index) => byte === digest[index]);
  return fits ? body : undefined;
}

/** Returns whether the text looks like a legacy address (before segwit and CashAddr): 1…, 3…, m…, n…, 2…, L…, M…. */
export const isLegacyAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text);

export function recogniseBase58(text: string): Recognition | undefined {
  if (!isLegacyAddress(text)) return undefined;
  const bytes = base58.decode(text);
  if (bytes.length !== addressBytes) return undefined;
  const body = stripChecksum(bytes);
  if (!body) return badChecksum;
  const [version = -1] = body;
  const readings = scriptCoins.flatMap((coin) => read(coin, version, body.subarray(1), text));
  return readings.length === 0 ? malformed(addressWords.unknownAddress) : { readings };
}

function read(coin: ScriptCoin, version: number, hash: Uint8Array, text: string): Reading[] {
  const of = scriptNetworks[coin];
  const matching = (kind: 'keyHashVersion' | 'scriptHashVersion'): Network[] =>
    networks.filter((network) => of[network][kind] === version);
  const reading = (found: Network[], type: 'key' | 'script'): Reading[] => {
    const destination = type === 'key' ? payToKeyHash(hash) : payToScriptHash(hash);
    if (coin !== 'BCH')
      return found.length === 0 ? [] : [{ coin, networks: found, address: text, destination }];
    // Shown as a CashAddr, whose prefix differs for each network.
    return found.map((network) => ({
      coin,
      networks: [network],
      address: encodeCashAddress(of[network].prefix, type, hash),
      destination,
    }));
  };
  return [...reading(matching('keyHashVersion'), 'key'), ...reading(matching('scriptHashVersion'), 'script')];
}
