import type { Clock } from '../../../platform/clock.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { StartError } from '../../../platform/start-error.ts';
import { createSealer } from '../../../platform/tokens/sealer.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { findSealedKey, upsertChainKey } from './chain-key.store.ts';

/** Bound into the seal, so that one coin's key cannot replace another's. */
const purposeOf = (coin: CoinCode): string => `chain key ${coin}`;

/**
 * Returns the key that signs a coin's payouts. Undefined without WALLET_KEY: such a process takes payments and sends
 * nothing.
 */
export async function findChainKey(
  { sql }: { sql: Tag },
  walletKey: string,
  coin: CoinCode,
): Promise<string | undefined> {
  if (walletKey === '') return undefined;
  const open = openerOf(walletKey, coin);
  const sealed = await findSealedKey(sql, coin);
  return sealed && open(sealed);
}

export const openFormerKey = (walletKey: string, coin: CoinCode, sealed: Buffer): string =>
  openerOf(walletKey, coin)(sealed);

/** Throws an explanation if WALLET_KEY is not a valid key, even if no coin needs it. */
export function checkWalletKey(walletKey: string): void {
  if (walletKey !== '') createSealer(walletKey, '', 'WALLET_KEY');
}

function openerOf(walletKey: string, coin: CoinCode): (sealed: Buffer) => string {
  const sealer = createSealer(walletKey, '', 'WALLET_KEY');
  return (sealed) => {
    try {
      return sealer.open(sealed, purposeOf(coin));
    } catch {
      throw new StartError(
        `The key that signs ${coin} was sealed with another WALLET_KEY. Set that one, or store the key again with "praca chain key ${coin}".`,
      );
    }
  };
}

export const sealChainKey = (walletKey: string, coin: CoinCode, key: string): Buffer =>
  createSealer(walletKey, '', 'WALLET_KEY').seal(key, purposeOf(coin));

/** Stores the key, replacing an earlier one. */
export async function keepChainKey(
  { sql, clock }: { sql: Tag; clock: Clock },
  walletKey: string,
  coin: CoinCode,
  key: string,
): Promise<void> {
  await upsertChainKey(sql, { coin, sealedKey: sealChainKey(walletKey, coin, key), createdAt: clock.now() });
}
