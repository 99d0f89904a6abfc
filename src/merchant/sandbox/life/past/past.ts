import { encodeAccountID } from 'ripple-address-codec';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sandboxPspId } from '../../../access/credentials/create-sandbox-psp.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import {
  availableTo,
  bankAccount,
  chainAccount,
  heldFor,
  sumOf,
  transfer,
} from '../../../books/ledger.rules.ts';
import type { Movement } from '../../../books/ledger.rules.ts';
import { createAddressBook } from '../../../chains/addresses/create-address-book.ts';
import type { Address, AddressBook, Chain, SpendableOutput } from '../../../chains/chain.ts';
import { newHash } from '../../../chains/simulated/hashes.ts';
import { simulatedCoins, sizeOf, usualFee } from '../../../chains/simulated/simulated-coin.rules.ts';
import { sandboxAccounts, sandboxNetwork } from '../../../chains/simulated/wallet/sandbox-wallet.ts';
import type { CustomerDetails } from '../../../customers/customer.rules.ts';
import type { MerchantSettings } from '../../../merchant.context.ts';
import { orderEventOf, untouchedOrder, type Order } from '../../../orders/order.rules.ts';
import { eventTypeOf, fieldsOf } from '../../../webhooks/queue/webhook.rules.ts';
import type { Random } from '../random.rules.ts';
import { pastId } from './past-id.ts';
import type { PastRates } from './past-rates.ts';
import { pastTables, type PastEvent, type PastMovement, type PastTable } from './past.rules.ts';

/**
 * Height of the block with all past transactions. It is the second block, which also contains the wallets' first coins.
 */
export const pastHeight = 1;

export interface PastWallet {
  readonly chain: Chain;
  readonly feeRate: bigint;
  /** Unused address numbers. */
  readonly indexes: number[];
  /** Output spent by the next payout and then replaced by its change. */
  output: SpendableOutput;
  /** The next number of an account that counts its transactions. */
  next: bigint;
}

interface Stage {
  readonly random: Random;
  readonly rates: PastRates;
  readonly endMs: number;
  readonly settings: MerchantSettings;
  readonly wallets: ReadonlyMap<CoinCode, PastWallet>;
}

export type NewOrder = Pick<Order, 'kind' | 'coin_amount' | 'euro_amount'> &
  Partial<Order> & { readonly coin: CoinCode; readonly customer: CustomerDetails };

/** The columns of `merchant.simulated_transactions` that vary. */
interface PastTransaction {
  readonly id: string;
  readonly fee: bigint;
  readonly seen_at: Date;
  readonly account?: string;
  readonly number?: bigint;
  readonly last_height?: number | null;
}

/** Customers' wallets use the account of another coin, so that none of their addresses belongs to the sandbox. */
const lender = { BTC: 'BCH', LTC: 'ETH', BCH: 'BTC', ETH: 'BTC' } as const;

/** Collects the rows that the operations would have written. Rows may change until they are written. */
export class Past {
  readonly stage: Stage;
  readonly rows = new Map<PastTable, object[]>(pastTables.map((table) => [table, []]));
  readonly events: PastEvent[] = [];
  readonly movements: PastMovement[] = [];
  /** Keyed by coin and customer. */
  readonly depositAddresses = new Map<string, { readonly id: string; readonly to: Address }>();
  readonly #sequences = new Map<string, { last_sequence: number; updated_at: Date }>();
  readonly #customerBooks = new Map<CoinCode, AddressBook>();
  #customerAddresses = 0;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  add<Row extends object>(table: PastTable, row: Row): Row {
    this.rows.get(table)?.push(row);
    return row;
  }

  book(createdAt: Date, ...movements: readonly Movement[]): void {
    for (const movement of movements) {
      this.movements.push({ ...movement, id: pastId(createdAt.getTime()), createdAt });
    }
  }

  wallet(coin: CoinCode): PastWallet {
    const wallet = this.stage.wallets.get(coin);
    assert(wallet);
    return wallet;
  }

  openOrder(at: Date, { coin, customer, ...given }: NewOrder, paymentStatus?: string): Order {
    const order = this.add<Order>('orders', {
      id: pastId(at.getTime()),
      psp_id: sandboxPspId,
      ...untouchedOrder,
      order_type: given.kind === 'withdrawal' || given.kind === 'refund' ? 'WITHDRAW' : 'DEPOSIT',
      status: 'PROCESSING',
      currency_pair: `${coin}EUR`,
      metadata: {},
      ...given,
      ...customer,
      created_at: at,
      updated_at: at,
    });
    const sequence = { order_id: order.id, last_sequence: 0, updated_at: at };
    this.#sequences.set(order.id, this.add('webhook_order_sequences', sequence));
    this.changeOrder(at, order, {}, paymentStatus);
    return order;
  }

  changeOrder(at: Date, order: Order, change: Partial<Order>, paymentStatus?: string): void {
    Object.assign(order, change, { updated_at: at });
    const sequence = this.#sequences.get(order.id);
    assert(sequence);
    sequence.last_sequence += 1;
    sequence.updated_at = at;
    this.events.push({
      psp_id: sandboxPspId,
      order_id: order.id,
      payment_id: order.payment_reference_id,
      event_type: eventTypeOf(order.status),
      event_sequence: sequence.last_sequence,
      occurred_at: at,
      event: fieldsOf(orderEventOf(order, paymentStatus)),
    });
  }

  /** Takes an unused address of the wallet. Branch 1 is for change. */
  takeAddress(
    coin: CoinCode,
    purpose: 'payment' | 'deposit' | 'funds',
    subjectId: string,
    at: Date,
  ): Address & { readonly index: number } {
    const { chain, indexes } = this.wallet(coin);
    const branch = purpose === 'funds' ? 1 : 0;
    const index = indexes.pop();
    assert(index !== undefined);
    const address = chain.addresses.derive(branch, index);
    this.add('chain_addresses', {
      coin,
      destination: address.destination,
      address: address.address,
      destination_tag: address.destinationTag,
      branch,
      address_index: index,
      purpose,
      subject_id: subjectId,
      created_at: at,
    });
    return { ...address, index };
  }

  takeCustomerAddress(coin: CoinCode): Address {
    if (coin === 'XRP') {
      const address = encodeAccountID(randomBytes(20));
      return { address, destinationTag: null, destination: `${address}:` };
    }
    const { extendedPublicKey } = sandboxAccounts[lender[coin]];
    const book = this.#customerBooks.get(coin) ?? createAddressBook(coin, sandboxNetwork, extendedPublicKey);
    this.#customerBooks.set(coin, book);
    return book.derive(0, this.#customerAddresses++);
  }

  addTransaction(
    coin: CoinCode,
    row: PastTransaction,
    spends: readonly string[],
    outputs: readonly (Address & { readonly amountMinor: bigint })[],
  ): void {
    const { id } = row;
    const size = sizeOf(simulatedCoins[coin].size, spends.length, outputs.length);
    const unnumbered = { account: null, number: null, last_height: null };
    this.add('simulated_transactions', { coin, ...unnumbered, ...row, size, block_height: pastHeight });
    for (const [index, { address, destinationTag, destination, amountMinor }] of outputs.entries()) {
      this.add('simulated_outputs', {
        coin,
        transaction_id: id,
        output_index: index,
        address,
        destination_tag: destinationTag,
        destination,
        amount: amountMinor,
      });
    }
    for (const spend of spends) this.add('simulated_spends', { coin, transaction_id: id, spend });
  }

  /** Writes coins from a customer and returns their transaction. Coins that screening holds are not booked. */
  receive(coin: CoinCode, to: Address, amountMinor: bigint, seenAt: Date, bookedAt: Date | 'held'): string {
    const { size, feeRate, funds } = simulatedCoins[coin];
    const id = newHash(coin);
    const spends = [`${funds === 'outputs' ? '' : 'customer-'}${newHash(coin)}:0`];
    const row = { id, fee: usualFee(size, feeRate), seen_at: seenAt };
    this.addTransaction(coin, row, spends, [{ ...to, amountMinor }]);
    if (bookedAt === 'held') return id;
    this.book(bookedAt, {
      kind: 'receipt',
      reference: `${coin}:${id}:0:1`,
      entries: transfer(chainAccount, heldFor(sandboxPspId), coin, amountMinor),
    });
    return id;
  }

  /** Pays the merchant out each Monday and at the end, so that its balances end as those of a new sandbox. */
  settleWeekly(): void {
    const merchant = availableTo(sandboxPspId);
    const weekMs = 7 * 86_400_000;
    // The first Monday of 1970 at 9:00 UTC.
    const mondayMs = 4 * 86_400_000 + 9 * 3_600_000;
    const earned = new Map<number, bigint>();
    for (const movement of this.movements) {
      const weeks = Math.ceil((movement.createdAt.getTime() - mondayMs) / weekMs);
      const atMs = Math.min(mondayMs + weeks * weekMs, this.stage.endMs - 60_000);
      earned.set(atMs, (earned.get(atMs) ?? 0n) + sumOf([movement], merchant, 'EUR'));
    }
    for (const [atMs, cents] of earned) {
      if (cents === 0n) continue;
      const at = new Date(atMs);
      this.book(at, {
        kind: 'adjustment',
        reference: `Settlement of ${at.toISOString().slice(0, 10)}`,
        entries: transfer(merchant, bankAccount, 'EUR', cents),
      });
    }
  }
}
