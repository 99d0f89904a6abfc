import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Destination } from '../chain.ts';
import type { Network } from './networks.ts';
import { addressWords } from '../../details/address-words.rules.ts';
import type { Words } from '../../../platform/http/language.ts';
import type { Sentence } from '../../../platform/problem.ts';

/** One meaning of a text. A text may have several, because test networks share prefixes. */
export interface Reading {
  readonly coin: CoinCode;
  readonly networks: readonly Network[];
  /** The spelling that is shown. */
  readonly address: string;
  readonly destination: Destination;
  /** The tag, or null for none, if the address itself contains this information. */
  readonly tag?: string | null;
}

export type Recognition =
  | { readonly readings: readonly Reading[] }
  | (Sentence & { readonly fault: 'malformed' | 'bad_checksum' });

/** Returns undefined if the text has another format. */
export type Recognise = (text: string) => Recognition | undefined;

export const badChecksum: Recognition = {
  fault: 'bad_checksum',
  say: addressWords.wrongChecksum,
};

export const malformed = (say: Words): Recognition => ({ fault: 'malformed', say });

/** An address of zeros, usually a field left empty by mistake. */
export const zeroAddress = malformed(addressWords.burnAddress);
