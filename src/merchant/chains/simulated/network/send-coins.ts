import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import { invalidField } from '../../../../platform/problem.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { parseAddress } from '../../addresses/parse-address.ts';
import { requireAddress } from '../../addresses/require-address.ts';
import type { Address } from '../../chain.ts';
import { newHash } from '../hashes.ts';
import {
  mostMinor,
  mostWholeCoins,
  replacementFee,
  simulatedCoins,
  sizeOf,
  usualFee,
} from '../simulated-coin.rules.ts';
import { sandboxNetwork } from '../wallet/sandbox-wallet.ts';
import { admitTransaction, type Candidate } from './admit-transaction.ts';
import { lockTip } from './simulated-chain.store.ts';
import { listWithDependents } from './simulated-spend.store.ts';
import { listTransactions } from './simulated-transaction.store.ts';

export interface SendRequest {
  readonly address: string;
  readonly destinationTag: string | null;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint | undefined;
  /** A transaction that waits, whose coins this one spends instead. */
  readonly replaces: string | undefined;
}

interface SentCoins {
  readonly transactionId: string;
  readonly to: Address;
  readonly feeMinor: bigint;
}

/** Plays somebody out there who has any number of coins. */
export async function sendCoins(
  tx: Tx,
  context: { readonly clock: Clock },
  coin: CoinCode,
  request: SendRequest,
): Promise<SentCoins> {
  // Not by the wallet's own address book, which demands a tag: a customer may forget it, and the sandbox shows what
  // then happens.
  const to = requireAddress(parseAddress(coin, sandboxNetwork, request.address, request.destinationTag), {
    address: 'address',
    tag: 'destination_tag',
  });
  // The lock comes first: what is to be replaced must not be mined meanwhile.
  await lockTip(tx, coin);
  const replaced = request.replaces === undefined ? undefined : await getWaiting(tx, coin, request.replaces);
  const { size, feeRate } = simulatedCoins[coin];
  const candidate: Candidate = {
    id: newHash(coin),
    spends: replaced?.spends ?? [newSpend(coin)],
    outputs: [{ ...to, amountMinor: request.amountMinor }],
    feeMinor:
      request.feeMinor ??
      (replaced ? feeAbove(coin, replaced.displacedFees, replaced.spends.length) : usualFee(size, feeRate)),
    sequence: replaced?.sequence ?? null,
    lastHeight: null,
    inputs: null,
  };
  const admission = await admitTransaction(tx, context, coin, candidate);
  if (admission.outcome === 'refused') {
    throw invalidField(
      admission.about === 'fee' ? 'fee' : 'replaces',
      'refused',
      `is refused: ${admission.reason}`,
    );
  }
  return { transactionId: candidate.id, to, feeMinor: candidate.feeMinor };
}

/** Twice the fee that is replaced or what nodes ask for, whichever is more, up to the most that an amount can be. */
function feeAbove(coin: CoinCode, displacedMinor: bigint, spends: number): bigint {
  const most = mostMinor(coin);
  if (displacedMinor >= most) {
    const highest = `${mostWholeCoins} ${coin}`;
    const message = `cannot be replaced any more: its fee has reached ${highest}, and none is higher`;
    throw invalidField('replaces', 'too_large', message);
  }
  const asked = replacementFee(coin, sizeOf(simulatedCoins[coin].size, spends, 1), displacedMinor);
  const fee = displacedMinor * 2n > asked ? displacedMinor * 2n : asked;
  return fee < most ? fee : most;
}

/** What a customer's coins come from: an output, or an account's first number, that was never seen before. */
const newSpend = (coin: CoinCode): string =>
  simulatedCoins[coin].funds === 'outputs' ? `${newHash(coin)}:0` : `customer-${newHash(coin)}:0`;

async function getWaiting(tx: Tx, coin: CoinCode, id: string) {
  const [row] = await listTransactions(tx, coin, [id]);
  if (!row) throw invalidField('replaces', 'unknown', 'is not a transaction of this chain');
  if (row.block_height !== null) {
    throw invalidField(
      'replaces',
      'mined',
      `is in block ${row.block_height} and cannot be replaced any more`,
    );
  }
  const displaced = await listWithDependents(tx, coin, [id], false);
  return {
    spends: row.spends,
    displacedFees: displaced.reduce((sum, one) => sum + one.fee, 0n),
    sequence:
      row.account === null || row.number === null ? null : { account: row.account, number: row.number },
  };
}
