import { accountKey, hashHeader, hashState, hashTransactions, transactionId } from './ledger-hashes.ts';
import { fieldsOf, TransactionEngine, type Json } from './transaction-engine.ts';

export interface ClosedLedger {
  readonly ledger_index: number;
  readonly ledger_hash: string;
  readonly parent_hash: string;
  readonly close_time: number;
  readonly header: Json;
  readonly transactions: readonly { readonly id: string; readonly tx: Json; readonly meta: Json }[];
}

interface Pending {
  readonly id: string;
  readonly tx: Json;
}

/** Start of the XRP Ledger's time, in seconds since 1970. */
const epoch = 946_684_800;
/** Index of the first ledger. An account's sequence starts at the index of its first ledger, so it is never near 0. */
const firstIndex = 1000;

/** The chain of closed ledgers with real hashes, and the pending transactions. */
export class StandInLedger {
  readonly engine = new TransactionEngine();
  readonly closed: ClosedLedger[] = [];
  #open: Pending[] = [];

  get next(): number {
    return firstIndex + this.closed.length;
  }

  get newest(): ClosedLedger {
    const newest = this.closed.at(-1);
    if (!newest) throw new Error('no ledger was closed yet');
    return newest;
  }

  find(index: number): ClosedLedger | undefined {
    return this.closed[index - firstIndex];
  }

  findTransaction(id: string): { ledger: ClosedLedger; tx: Json; meta: Json } | undefined {
    for (const ledger of this.closed) {
      const found = ledger.transactions.find((one) => one.id === id);
      if (found) return { ledger, ...found };
    }
    return undefined;
  }

  countWaiting(account: string): number {
    return this.#open.filter(({ tx }) => tx['Account'] === account).length;
  }

  /** Drops the pending transactions, as if they had not been propagated. */
  forgetWaiting(): void {
    this.#open = [];
  }

  /** Returns the node's immediate result, or undefined if the bytes are not a signed transaction. */
  submit(blob: string): { result: string; tx: Json; id: string } | undefined {
    const tx = TransactionEngine.open(blob);
    if (!tx) return undefined;
    const id = transactionId(blob);
    if (this.#open.some((one) => one.id === id)) return { result: 'tefALREADY', tx, id };
    const pending = this.countWaiting(tx['Account']);
    const result = this.engine.check(tx, this.next, pending);
    if (result === 'tesSUCCESS') this.#open.push({ id, tx });
    return { result, tx, id };
  }

  close(): ClosedLedger {
    const parent = this.closed.at(-1);
    const index = this.next;
    const transactions: ClosedLedger['transactions'][number][] = [];
    const order = this.#open.toSorted((a, b) => a.tx['Sequence'] - b.tx['Sequence']);
    this.#open = [];
    for (const { id, tx } of order) {
      if (this.engine.check(tx, index) !== 'tesSUCCESS') continue;
      transactions.push({ id, tx, meta: this.engine.apply(tx, id, transactions.length, index) });
    }
    const parentClose = parent?.close_time ?? 0;
    const header = {
      ledger_index: index,
      total_coins: '100000000000000000',
      parent_hash: parent?.ledger_hash ?? '0'.repeat(64),
      transaction_hash: hashTransactions(
        transactions.map(({ id, tx, meta }) => ({ ...tx, hash: id, metaData: withoutDelivered(meta) })),
      ),
      account_hash: hashState(this.#listState()),
      parent_close_time: parentClose,
      close_time: Math.max(Math.floor(Date.now() / 1000) - epoch, parentClose + 1),
      close_time_resolution: 10,
      close_flags: 0,
    };
    const ledger: ClosedLedger = {
      ledger_index: index,
      ledger_hash: hashHeader(header),
      parent_hash: header.parent_hash,
      close_time: header.close_time,
      header,
      transactions,
    };
    this.closed.push(ledger);
    return ledger;
  }

  #listState(): Json[] {
    return [...this.engine.accounts].map(([name, root]) => ({
      ...fieldsOf(name, root),
      LedgerEntryType: 'AccountRoot',
      PreviousTxnID: root.previousId,
      PreviousTxnLgrSeq: root.previousLedger,
      index: accountKey(name),
    }));
  }
}

/** Removes a field that the server adds and that is not part of the hash. */
function withoutDelivered(meta: Json): Json {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => name !== 'delivered_amount'));
}
