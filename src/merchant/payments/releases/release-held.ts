import { isId, newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { coins, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { describeFault, describeField } from '../../chains/addresses/require-address.ts';
import type { Address, Chain } from '../../chains/chain.ts';
import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import { getChainState, requireReadyChain } from '../../chains/state/get-chain-state.ts';
import {
  askRecipient,
  findRecipientFault,
  weightOf,
  type AskedRecipient,
} from '../../chains/recipients/ask-recipient.ts';
import { isOurs } from '../../chains/receipts/is-ours.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import { controlPayout } from '../../payouts/limits/control-payout.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import type { PaymentFacts, Release } from '../facts/payment-facts.rules.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { bringUpToDate } from '../judging/bring-up-to-date.ts';
import { recordRelease } from '../judging/record-release.ts';
import { payoutsChannel, requestPayout } from '../../payouts/request-payout.ts';
import { heldCoinsOf, type HeldCoins, type HeldWait } from './held-coins.rules.ts';
import { releaseMovement } from './release.rules.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';
import type { Words } from '../../../platform/http/language.ts';
import { SaidError } from '../../../platform/problem.ts';

export type ReleaseContext = Pick<
  MerchantContext,
  'sql' | 'clock' | 'log' | 'chains' | 'settings' | 'signals'
>;

export interface ReleaseInput {
  readonly paymentId: string;
  readonly coin: CoinCode;
  readonly to: 'merchant' | { readonly address: string; readonly destinationTag: string | null };
  /** Staff member responsible for the release. */
  readonly releasedBy: string;
}

/** Thrown if nothing was changed. The message is shown to the staff member. */
export class ReleaseRefused extends SaidError {
  override readonly name = 'ReleaseRefused';
}

const waits: Record<HeldWait, Words> = {
  open: merchantWords.paymentStillOpen,
  refunding: merchantWords.refundOnItsWay,
  confirming: merchantWords.coinsNotDeep,
};

/**
 * Releases all coins of one kind that are held for a payment and available only to staff. The payment's lock prevents a
 * second release: afterwards nothing is held. The merchant is not notified, and its payment and orders do not change.
 */
export async function releaseHeld(
  context: ReleaseContext,
  input: ReleaseInput,
  recorded?: Beside<[Release]>,
): Promise<Release> {
  const { to } = input;
  const asked = to === 'merchant' ? [] : await askRecipient(context, to.address, to.destinationTag);
  const release = await transaction(context.sql, async (tx) => {
    const released = await releaseInside(tx, context, input, asked);
    await recorded?.(tx, released);
    return released;
  });
  if (release.payout_id !== null) context.signals.publish(payoutsChannel);
  const { id, payment_id: payment, coin, address, released_by: by } = release;
  context.log.warn(
    { release: id, payment, coin, amount: String(release.amount), to: address ?? 'merchant', by },
    'held coins of a payment were released',
  );
  return release;
}

async function releaseInside(
  tx: Tx,
  context: ReleaseContext,
  input: ReleaseInput,
  asked: readonly AskedRecipient[],
): Promise<Release> {
  const { coin } = input;
  if (!isId(input.paymentId)) throw new ReleaseRefused(merchantWords.noSuchPayment);
  const locked = await getLockedPayment(tx, input.paymentId);
  const { facts, movements } = await bringUpToDate(tx, context, locked);
  const chain = context.chains.find(coin);
  // The chain of this coin is not read, so it is unknown whether the coins still exist.
  if (!chain) throw new ReleaseRefused(merchantWords.coinOff, { coin: coins[coin].name });
  const { feeRate } = requireReadyChain(await getChainState(tx, coin));
  const held = getHeld(context, facts, coin);
  const to = input.to === 'merchant' ? null : await readAddress(tx, chain, input.to);
  const weight = to ? weightOf(asked, chain, to) : undefined;
  const release = await requestRelease(tx, context, facts.payment, held, {
    to,
    weight,
    feeMinor: to ? chain.usualFee(feeRate, weight) : 0n,
    releasedBy: input.releasedBy,
    asked,
  });
  const after = await recordRelease(tx, context, facts, release);
  postMovements(tx, context, [
    ...movements,
    releaseMovement(facts.payment.psp_id, release),
    ...after.movements,
  ]);
  return release;
}

function getHeld(context: ReleaseContext, facts: PaymentFacts, coin: CoinCode): HeldCoins {
  const held = heldCoinsOf(facts, (code, cents) => requiredConfirmations(context.settings, code, cents)).find(
    (candidate) => candidate.coin === coin,
  );
  if (!held) throw new ReleaseRefused(merchantWords.noneHeld, { coin });
  if (held.wait) throw new ReleaseRefused(waits[held.wait]);
  return held;
}

interface Decided {
  readonly to: Address | null;
  readonly weight: number | undefined;
  readonly feeMinor: bigint;
  readonly releasedBy: string;
  readonly asked: readonly AskedRecipient[];
}

/** Inserts the release and, if the coins leave the provider, queues their payout. */
async function requestRelease(
  tx: Tx,
  context: ReleaseContext,
  payment: Payment,
  { coin, amountMinor, choice }: HeldCoins,
  { to, weight, feeMinor, releasedBy, asked }: Decided,
): Promise<Release> {
  const now = context.clock.now();
  const sentMinor = amountMinor - feeMinor;
  if (sentMinor <= 0n) {
    throw new ReleaseRefused(merchantWords.feeTakesAll, { fee: formatAsset(coin, feeMinor), coin });
  }
  const fault = to && findRecipientFault(asked, { coin }, to, sentMinor);
  if (fault) throw new ReleaseRefused(describeField(fault.about, fault));
  const control =
    to &&
    (await controlPayout(tx, context, {
      pspId: payment.psp_id,
      coin,
      to,
      amountMinor: sentMinor,
      origin: 'staff',
      requestedBy: staffActor(releasedBy),
      addressField: 'address',
    }));
  const payoutId =
    to &&
    control &&
    requestPayout(tx, context, {
      control,
      coin,
      kind: 'release',
      orderId: null,
      pspId: payment.psp_id,
      to,
      amountMinor: sentMinor,
      weight,
      feeAllowanceMinor: feeMinor,
      feeReserveCents: undefined,
      euroValueMinor: valueOf(coin, amountMinor, choice.price),
    });
  return {
    id: newId(now.getTime()),
    payment_id: payment.id,
    coin,
    payout_id: payoutId,
    status: payoutId === null ? 'COMPLETED' : 'PROCESSING',
    address: to?.address ?? null,
    destination_tag: to?.destinationTag ?? null,
    amount: amountMinor,
    fee_coin_amount: feeMinor,
    lost_amount: 0n,
    euro_amount: 0n,
    released_by: releasedBy,
    created_at: now,
    updated_at: now,
  };
}

async function readAddress(
  tx: Tx,
  chain: Chain,
  to: Exclude<ReleaseInput['to'], 'merchant'>,
): Promise<Address> {
  const parsed = chain.addresses.parse(to.address, to.destinationTag);
  if ('fault' in parsed) throw new ReleaseRefused(describeFault(parsed));
  // The release would come back as a payment by mistake.
  if (await isOurs(tx, chain, parsed.address)) {
    throw new ReleaseRefused(merchantWords.addressOfService);
  }
  return parsed.address;
}
