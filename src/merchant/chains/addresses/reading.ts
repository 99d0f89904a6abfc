import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Destination } from '../chain.ts';
import type { Network } from './networks.ts';

/** One thing that a text can mean. Some mean several: test networks share their prefixes. */
export interface Reading {
  readonly coin: CoinCode;
  readonly networks: readonly Network[];
  /** The spelling that we show. */
  readonly address: string;
  readonly destination: Destination;
  /** Where the address itself says which tag, or that there is none. */
  readonly tag?: string | null;
}

export type Recognition =
  | { readonly readings: readonly Reading[] }
  | { readonly fault: 'malformed' | 'bad_checksum'; readonly detail: string };

/** Nothing where the text is not of this format at all. */
export type Recognise = (text: string) => Recognition | undefined;

export const badChecksum: Recognition = {
  fault: 'bad_checksum',
  detail: 'has a wrong checksum: at least one character is not what it was',
};

export const malformed = (detail: string): Recognition => ({ fault: 'malformed', detail });

/** Of zeros, mostly left empty by mistake. */
export const nobodys = malformed('is nobody’s: what is sent there is lost');
