import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address } from '../../chains/chain.ts';
import { hashOf } from '../../chains/simulated/hashes.ts';
import { simulatedCoins, sizeOf, usualFee } from '../../chains/simulated/simulated-coin.rules.ts';
import { sandboxPspId } from '../../credentials/create-sandbox-psp.ts';
import { chainAccount, heldFor, transfer } from '../../ledger/ledger.rules.ts';
import type { History } from './history.ts';
import { creditedOutput } from './past.rules.ts';

export interface Arrival {
  readonly coin: CoinCode;
  readonly purpose: 'payment' | 'deposit';
  readonly subjectId: string;
  readonly to: Address;
  readonly amountMinor: bigint;
  readonly seenAt: Date;
  readonly confirmedAt: Date;
}

/** Coins of a customer that came and were confirmed; the answer is their transaction. */
export function tellArrival(history: History, arrival: Arrival): string {
  const { random, blockHeight } = history.stage;
  const { coin, to, amountMinor, seenAt } = arrival;
  const transactionId = hashOf(coin, random.hex(32));
  const key = { coin, transaction_id: transactionId };
  const { size, feeRate, funds } = simulatedCoins[coin];
  history.add('simulated_transactions', {
    coin,
    id: transactionId,
    fee: usualFee(size, feeRate),
    account: null,
    number: null,
    last_height: null,
    seen_at: seenAt,
    block_height: blockHeight,
    size: sizeOf(size, 1, 1),
    failed: false,
  });
  history.add('simulated_outputs', {
    ...key,
    output_index: 0,
    address: to.address,
    destination_tag: to.destinationTag,
    destination: to.destination,
    amount: amountMinor,
  });
  const coinsOfCustomer = `${hashOf(coin, random.hex(32))}:0`;
  history.add('simulated_spends', {
    ...key,
    spend: funds === 'outputs' ? coinsOfCustomer : `customer-${coinsOfCustomer}`,
  });
  history.add('chain_outputs', {
    ...key,
    output_index: 0,
    destination: to.destination,
    amount: amountMinor,
    purpose: arrival.purpose,
    subject_id: arrival.subjectId,
    first_seen_at: seenAt,
    block_height: blockHeight,
    ...creditedOutput,
    mined_at: new Date((seenAt.getTime() + arrival.confirmedAt.getTime()) / 2),
  });
  history.book(arrival.confirmedAt, [
    {
      kind: 'receipt',
      reference: `${coin}:${transactionId}:0:1`,
      entries: transfer(chainAccount, heldFor(sandboxPspId), coin, amountMinor),
    },
  ]);
  return transactionId;
}

/** An address that is given to a customer. */
export function tellAddress(
  history: History,
  given: { coin: CoinCode; purpose: 'payment' | 'deposit'; subjectId: string; at: Date },
): Address {
  const { index, ...address } = history.stage.takeAddress(given.coin);
  history.add('chain_addresses', {
    coin: given.coin,
    destination: address.destination,
    address: address.address,
    destination_tag: address.destinationTag,
    account: 0,
    branch: 0,
    address_index: index,
    purpose: given.purpose,
    subject_id: given.subjectId,
    created_at: given.at,
  });
  return address;
}
