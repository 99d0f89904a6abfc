import pg from 'pg';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Movement } from './ledger.rules.ts';
import { insertMovements } from './ledger.store.ts';

interface BookingContext {
  readonly clock: Pick<Clock, 'now'>;
}

/** A movement that is alone in its transaction. */
export const postMovement = (tx: Tx, context: BookingContext, movement: Movement): void =>
  postMovements(tx, context, [movement]);

/**
 * Books movements. Call it once and last in its transaction: it takes the locks of the accounts, which everybody else's
 * movements on them wait for until the commit. So it travels with the commit, and the locks are held for no round trip.
 * Two calls could lock crosswise with another.
 */
export function postMovements(tx: Tx, context: BookingContext, movements: readonly Movement[]): void {
  if (movements.length === 0) return;
  const createdAt = context.clock.now();
  insertMovements(
    tx,
    movements.map((movement) => ({ id: newId(createdAt.getTime()), ...movement })),
    createdAt,
    (error) => (isBelowZero(error) ? insufficientFunds(movements, error) : error),
  );
}

function insufficientFunds(movements: readonly Movement[], cause: Error): Error {
  const short = movements
    .flatMap((movement) => movement.entries)
    .filter((entry) => entry.amountMinor < 0n && entry.owner.startsWith('psp:'));
  const assets = [...new Set(short.map((entry) => entry.asset))].join(' or ');
  return problem('insufficient_funds', { detail: `The balance in ${assets} does not cover this.`, cause });
}

const isBelowZero = (error: Error): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'ledger_accounts_not_below_zero';
