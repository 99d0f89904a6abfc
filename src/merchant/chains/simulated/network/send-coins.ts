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
import { merchantWords } from '../../../details/merchant-words.rules.ts';

export interface SendRequest {
  readonly address: string;
  readonly destinationTag: string | null;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint | undefined;
  /** Unconfirmed transaction that this one replaces by spending the same coins. */
  readonly replaces: string | undefined;
}

interface SentCoins {
  readonly transactionId: string;
  readonly to: Address;
  readonly feeMinor: bigint;
}

/** Simulates an outside customer with unlimited coins. */
export async function sendCoins(
  tx: Tx,
  context: { readonly clock: Clock },
  coin: CoinCode,
  request: SendRequest,
): Promise<SentCoins> {
  // Does not use the wallet's own address book, which requires a tag: a customer may forget the tag, and the sandbox
  // shows the result.
  const to = requireAddress(parseAddress(coin, sandboxNetwork, request.address, request.destinationTag), {
    address: 'address',
    tag: 'destination_tag',
  });
  // Locks first, so that the replaced transaction is not mined in the meantime.
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
    throw invalidField(admission.about === 'fee' ? 'fee' : 'replaces', 'refused', merchantWords.refusedBy, {
      reason: admission.reason,
    });
  }
  return { transactionId: candidate.id, to, feeMinor: candidate.feeMinor };
}

/** Returns twice the replaced fee, or the fee that nodes require if it is higher, up to the highest possible amount. */
function feeAbove(coin: CoinCode, displacedMinor: bigint, spends: number): bigint {
  const most = mostMinor(coin);
  if (displacedMinor >= most) {
    const highest = `${mostWholeCoins} ${coin}`;
    throw invalidField('replaces', 'too_large', merchantWords.highestFeeReached, { highest });
  }
  const asked = replacementFee(coin, sizeOf(simulatedCoins[coin].size, spends, 1), displacedMinor);
  const fee = displacedMinor * 2n > asked ? displacedMinor * 2n : asked;
  return fee < most ? fee : most;
}

/** Returns a new source of a customer's coins: an unused output, or the first number of a new account. */
const newSpend = (coin: CoinCode): string =>
  simulatedCoins[coin].funds === 'outputs' ? `${newHash(coin)}:0` : `customer-${newHash(coin)}:0`;

async function getWaiting(tx: Tx, coin: CoinCode, id: string) {
  const [row] = await listTransactions(tx, coin, [id]);
  if (!row) throw invalidField('replaces', 'unknown', merchantWords.unknownTransaction);
  if (row.block_height !== null) {
    throw invalidField('replaces', 'mined', merchantWords.inBlock, { block: row.block_height });
  }
  const displaced = await listWithDependents(tx, coin, [id], false);
  return {
    spends: row.spends,
    displacedFees: displaced.reduce((sum, one) => sum + one.fee, 0n),
    sequence:
      row.account === null || row.number === null ? null : { account: row.account, number: row.number },
  };
}
