import { bech32, bech32m } from '@scure/base';
import { networks, scriptNetworks, type Network } from './networks.ts';
import { badChecksum, malformed, type Recognition } from './reading.ts';
import { payToWitness } from './scripts.ts';
import { addressWords } from '../../details/address-words.rules.ts';

export interface SegwitAddress {
  readonly prefix: string;
  readonly version: number;
  readonly program: Uint8Array;
}

const longest = 90;
const alphabet = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{7,}$/;

export function encodeSegwitAddress(prefix: string, version: number, program: Uint8Array): string {
  const code = version === 0 ? bech32 : bech32m;
  return code.encode(prefix, [version, ...code.toWords(program)]);
}

/** Decodes Bech32 (BIP-173) for version 0, Bech32m (BIP-350) for all others. */
export function decodeSegwitAddress(text: string): SegwitAddress | 'bad_checksum' | 'malformed' {
  if (text.length > longest || (text !== text.toLowerCase() && text !== text.toUpperCase()))
    return 'malformed';
  const lower = text.toLowerCase();
  const separator = lower.lastIndexOf('1');
  if (separator < 1 || !alphabet.test(lower.slice(separator + 1))) return 'malformed';
  const address = lower as `${string}1${string}`;
  const first = bech32.decodeUnsafe(address, longest);
  const decoded = first ?? bech32m.decodeUnsafe(address, longest);
  if (!decoded) return 'bad_checksum';
  const [version = -1, ...data] = decoded.words;
  const program = bech32.fromWordsUnsafe(data);
  if (!program || version < 0 || version > 16 || program.length < 2 || program.length > 40)
    return 'malformed';
  if ((version === 0) !== (first !== undefined)) return 'bad_checksum';
  if (version === 0 && program.length !== 20 && program.length !== 32) return 'malformed';
  return { prefix: decoded.prefix, version, program };
}

const known = (['BTC', 'LTC'] as const).flatMap((coin) =>
  networks.map((network): { coin: 'BTC' | 'LTC'; network: Network; prefix: string } => ({
    coin,
    network,
    prefix: scriptNetworks[coin][network].prefix,
  })),
);

export function recogniseSegwit(text: string): Recognition | undefined {
  const prefix = text.slice(0, Math.max(0, text.lastIndexOf('1'))).toLowerCase();
  const of = known.find((candidate) => candidate.prefix === prefix);
  if (!of) return undefined;
  const decoded = decodeSegwitAddress(text);
  if (decoded === 'bad_checksum') return badChecksum;
  if (decoded === 'malformed') return malformed(addressWords.notSegwitAddress);
  const { version, program } = decoded;
  // Any person can spend outputs of a version that has no rules yet.
  if (version > 1 || (version === 1 && program.length !== 32)) {
    return malformed(addressWords.unknownSegwitVersion);
  }
  return {
    readings: [
      {
        coin: of.coin,
        networks: [of.network],
        address: encodeSegwitAddress(prefix, version, program),
        destination: payToWitness(version, program),
      },
    ],
  };
}
