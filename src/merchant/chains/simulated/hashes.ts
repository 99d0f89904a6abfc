import { createHash, randomBytes } from 'node:crypto';
import type { CoinCode } from '../../assets/asset.rules.ts';

/** Formats hashes of blocks and transactions as the coin's real chain does. */
function format(coin: CoinCode, bytes: Buffer): string {
  const text = bytes.toString('hex');
  if (coin === 'ETH') return `0x${text}`;
  return coin === 'XRP' ? text.toUpperCase() : text;
}

export const hashOf = (coin: CoinCode, content: string): string =>
  format(coin, createHash('sha256').update(content).digest());

export const newHash = (coin: CoinCode): string => format(coin, randomBytes(32));
