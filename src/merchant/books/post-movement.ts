import pg from 'pg';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { settlingOf, type Movement } from './ledger.rules.ts';
import { insertMovements, settleClaims } from './ledger.store.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

interface BookingContext {
  readonly clock: Pick<Clock, 'now'>;
}

/** Books the only movement of a transaction. */
export const postMovement = (tx: Tx, context: BookingContext, movement: Movement): void =>
  postMovements(tx, context, [movement]);

/**
 * Books movements. Call it once, at the end of a transaction: it locks accounts until the commit and is sent together
 * with the commit, so no round trip extends the locks. Two calls in one transaction could deadlock. Claims are settled
 * from the PSP's income in the same transaction.
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
  const settlings = settlingOf(movements).map((one) => ({ id: newId(createdAt.getTime()), ...one }));
  if (settlings.length > 0) settleClaims(tx, settlings, createdAt);
}

function insufficientFunds(movements: readonly Movement[], cause: Error): Error {
  const short = movements
    .flatMap((movement) => movement.entries)
    .filter((entry) => entry.amountMinor < 0n && entry.owner.startsWith('psp:'));
  const assets = [...new Set(short.map((entry) => entry.asset))].join(' or ');
  return problem('insufficient_funds', { say: merchantWords.balanceTooSmall, values: { assets }, cause });
}

const isBelowZero = (error: Error): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'ledger_accounts_not_below_zero';
