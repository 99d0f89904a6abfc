import pg from 'pg';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Movement } from './ledger.rules.ts';
import { insertMovement } from './ledger.store.ts';

/**
 * Books a movement in one round trip. Call it last in its transaction: it takes the locks of the accounts, which
 * everybody else's movements on them wait for until the commit.
 */
export async function postMovement(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  movement: Movement,
): Promise<void> {
  try {
    const createdAt = context.clock.now();
    await insertMovement(tx, { id: newId(createdAt.getTime()), createdAt, ...movement });
  } catch (error) {
    if (!isBelowZero(error)) throw error;
    const short = movement.entries.filter(
      (entry) => entry.amountMinor < 0n && entry.owner.startsWith('psp:'),
    );
    const assets = [...new Set(short.map((entry) => entry.asset))].join(' or ');
    throw problem('insufficient_funds', {
      detail: `The balance in ${assets} does not cover this.`,
      cause: error,
    });
  }
}

const isBelowZero = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'ledger_accounts_not_below_zero';
