import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import { coins } from '../assets/asset.rules.ts';
import type { Address, Chain } from '../chains/chain.ts';
import { assignAddress, type UnusedAddress } from '../chains/receipts/assign-address.ts';
import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { listReceipts } from '../chains/receipts/list-receipts.ts';
import { toLedger } from '../market/conversions/conversion.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { releasePromises, reservePromise } from '../market/open-promises/reserve-promises.ts';
import { endOfLife, isRenewable, maximumChoices, type Choice, type Payment } from './facts/payment.rules.ts';
import { insertChoice, listChoices, updatePayment } from './facts/payment.store.ts';
import { advanceOrder } from './judging/advance-order.ts';
import { priceInCoins } from './offered-coins.ts';
import { timeToBeMinedMs } from './promised-price.rules.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

export type ChooseContext = Pick<MerchantContext, 'clock' | 'settings' | 'chains' | 'rates' | 'log'>;

/**
 * Locks the price and reserves an address of the coin for the customer. The coin may be changed until coins are seen.
 * Coins sent to an earlier address still belong to the payment. The payment's row is locked. Run within
 * `withUnusedAddress`.
 */
export async function chooseCryptocurrency(
  tx: Tx,
  context: ChooseContext,
  payment: Payment,
  code: string,
  unused?: UnusedAddress,
): Promise<{ payment: Payment; choice: Choice }> {
  const chain = context.chains.get(code);
  const { coin } = chain;
  const now = context.clock.now();
  await refuseWrongState(tx, payment, now);
  requireReadyChain(await getChainState(tx, coin));
  const pair = `${coin}EUR` as const;
  const price = context.rates.bestForDeposit(pair);
  const coinMinor = toLedger(coin, priceInCoins(context, coin, price, payment.euro_amount));
  const wanted = { coin, purpose: 'payment', subjectId: payment.id } as const;
  const address = await assignAddress(tx, context, wanted, unused);
  refuseDust(chain, address, coinMinor);
  const expiresAt = new Date(
    Math.min(now.getTime() + payment.minutes_to_pay * 60_000, endOfLife(payment).getTime()),
  );
  const choice: Choice = {
    id: newId(now.getTime()),
    coin,
    address: address.address,
    destination_tag: address.destinationTag,
    destination: address.destination,
    payment_uri: chain.addresses.paymentUri(address, coinMinor),
    price,
    coin_amount: coinMinor,
    required_confirmations: requiredConfirmations(context.settings, coin, payment.euro_amount),
    chosen_at: now,
    expires_at: expiresAt,
    mined_by: new Date(expiresAt.getTime() + timeToBeMinedMs(context.settings, coin)),
  };
  insertChoice(tx, payment.id, choice);
  const chosen = await advanceOrder(tx, context, {
    before: payment,
    after: {
      ...payment,
      status: 'PENDING',
      choice_id: choice.id,
      expires_at: choice.expires_at,
      updated_at: now,
    },
    choice,
    transactionId: null,
  });
  updatePayment(tx, chosen);
  releasePromises(tx, context, payment.id);
  await reservePromise(tx, context, {
    subjectId: payment.id,
    id: choice.id,
    pspId: payment.psp_id,
    coin,
    cents: payment.euro_amount,
    // Latest end of the price reservation: coins seen in time keep the price until then. Other events release it
    // earlier.
    endsAt: choice.mined_by ?? choice.expires_at,
  });
  return { payment: chosen, choice };
}

/**
 * Returns whether this coin is already chosen and its price valid for a while, so that choosing it changes nothing.
 * Shortly before the deadline the customer may renew the price.
 */
export async function isChosen(
  tx: Tx,
  { clock }: Pick<MerchantContext, 'clock'>,
  payment: Payment,
  code: string,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  if (payment.status !== 'PENDING' || nowMs >= payment.expires_at.getTime() || isRenewable(payment, nowMs))
    return false;
  const choices = await listChoices(tx, payment.id);
  return choices.find(({ id }) => id === payment.choice_id)?.coin === code;
}

function refuseDust(chain: Chain, to: Address, coinMinor: bigint): void {
  if (coinMinor >= (chain.leastPayout?.(to) ?? 0n)) return;
  throw invalidField('cryptocurrency_code', 'too_small', merchantWords.coinNotOfferedForDust);
}

async function refuseWrongState(tx: Tx, payment: Payment, now: Date): Promise<void> {
  const waits = payment.status === 'NEW' || payment.status === 'PENDING';
  const over = now >= payment.expires_at || now >= endOfLife(payment);
  if (payment.status === 'EXPIRED' || (waits && over)) throw problem('payment_expired');
  if (!waits)
    throw problem('payment_in_progress', {
      say: merchantWords.paymentIs,
      values: { status: payment.status },
    });
  if (payment.status === 'NEW') return;
  const receipts = await listReceipts(tx, payment.id);
  const seen = receipts.find((receipt) => receipt.visible);
  if (seen) {
    throw problem('payment_in_progress', {
      say: merchantWords.coinAlreadySent,
      values: { coin: coins[seen.coin].name },
    });
  }
  const choices = await listChoices(tx, payment.id);
  if (choices.length >= maximumChoices) throw problem('payment_choice_limit');
}
