import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { chainAccount, transfer, type AccountOwner, type Movement } from '../../books/ledger.rules.ts';
import type { Receipt } from './receipt.rules.ts';
import { markCredited, unmarkCredited, type CreditedRow } from './receipt.store.ts';

type Booked = Pick<Receipt, 'coin' | 'transactionId' | 'outputIndex' | 'amountMinor'>;

/**
 * Marks receipts as credited and returns the movements, which the caller posts with its others. The caller has locked
 * the receipts' subject, so that no other process credits or undoes them at the same time. Uses one statement per coin,
 * because a sender may split a payment into a thousand tiny amounts.
 */
export function creditReceipts(tx: Tx, receipts: readonly Booked[], to: AccountOwner): Promise<Movement[]> {
  return book(receipts, {
    mark: (coin, own) => markCredited(tx, coin, own),
    fault: 'is credited already',
    kind: 'receipt',
    entriesOf: ({ coin, amountMinor }) => transfer(chainAccount, to, coin, amountMinor),
  });
}

/** Returns the compensation for receipts that a reorganisation removed. */
export function uncreditReceipts(
  tx: Tx,
  receipts: readonly Booked[],
  from: AccountOwner,
): Promise<Movement[]> {
  return book(receipts, {
    mark: (coin, own) => unmarkCredited(tx, coin, own),
    fault: 'is not credited',
    kind: 'receipt_undone',
    entriesOf: ({ coin, amountMinor }) => transfer(from, chainAccount, coin, amountMinor),
  });
}

interface Booking {
  mark(coin: Booked['coin'], receipts: readonly Booked[]): Promise<CreditedRow[]>;
  readonly fault: string;
  readonly kind: Movement['kind'];
  entriesOf(receipt: Booked): Movement['entries'];
}

async function book(receipts: readonly Booked[], booking: Booking): Promise<Movement[]> {
  const movements: Movement[] = [];
  for (const [coin, own] of Map.groupBy(receipts, (receipt) => receipt.coin)) {
    const rows = await booking.mark(coin, own);
    const counts = new Map(
      rows.map((row) => [`${row.transaction_id}:${row.output_index}`, row.credit_count]),
    );
    for (const receipt of own) {
      const output = `${receipt.transactionId}:${receipt.outputIndex}`;
      const count = counts.get(output);
      assert(count !== undefined, `${receipt.transactionId} ${booking.fault}`);
      movements.push({
        kind: booking.kind,
        reference: `${coin}:${output}:${count}`,
        entries: booking.entriesOf(receipt),
      });
    }
  }
  return movements;
}
