import pg from 'pg';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Movement } from './ledger.rules.ts';
import { insertMovements } from './ledger.store.ts';

/** A movement that is alone in its transaction. */
export function postMovement(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  movement: Movement,
): Promise<void> {
  return postMovements(tx, context, [movement]);
}

/**
 * Books movements in one round trip. Call it once and last in its transaction: it takes the locks of the accounts,
 * which everybody else's movements on them wait for until the commit. Two calls could lock crosswise with another.
 */
export async function postMovements(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return;
  try {
    const createdAt = context.clock.now();
    await insertMovements(
      tx,
      movements.map((movement) => ({ id: newId(createdAt.getTime()), ...movement })),
      createdAt,
    );
  } catch (error) {
    if (!isBelowZero(error)) throw error;
    const short = movements
      .flatMap((movement) => movement.entries)
      .filter((entry) => entry.amountMinor < 0n && entry.owner.startsWith('psp:'));
    const assets = [...new Set(short.map((entry) => entry.asset))].join(' or ');
    throw problem('insufficient_funds', {
      detail: `The balance in ${assets} does not cover this.`,
      cause: error,
    });
  }
}

const isBelowZero = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'ledger_accounts_not_below_zero';
