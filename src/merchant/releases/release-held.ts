import { isId, newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../platform/postgres/client/transaction.ts';
import { coins, formatAsset, type CoinCode } from '../assets/asset.rules.ts';
import { staffActor } from '../audit/audit.rules.ts';
import { describeFault } from '../chains/addresses/require-address.ts';
import type { Address, Chain } from '../chains/chain.ts';
import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { askRecipient, findRecipientFault, type AskedRecipient } from '../chains/recipients/ask-recipient.ts';
import { isOurs } from '../chains/receipts/is-ours.ts';
import { valueOf } from '../conversions/conversion.rules.ts';
import { postMovements } from '../ledger/post-movement.ts';
import { controlPayout } from '../limits/control-payout.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { getLockedPayment } from '../payments/facts/lock-payment.ts';
import type { PaymentFacts, Release } from '../payments/facts/payment-facts.rules.ts';
import type { Payment } from '../payments/facts/payment.rules.ts';
import { bringUpToDate } from '../payments/judging/bring-up-to-date.ts';
import { recordRelease } from '../payments/judging/record-release.ts';
import { payoutsChannel, requestPayout } from '../payouts/request-payout.ts';
import { heldCoinsOf, type HeldCoins, type HeldWait } from './held-coins.rules.ts';
import { releaseMovement } from './release.rules.ts';

export type ReleaseContext = Pick<
  MerchantContext,
  'sql' | 'clock' | 'log' | 'chains' | 'settings' | 'signals'
>;

export interface ReleaseInput {
  readonly paymentId: string;
  readonly coin: CoinCode;
  readonly to: 'merchant' | { readonly address: string; readonly destinationTag: string | null };
  /** Who answers for it. */
  readonly releasedBy: string;
}

/** Nothing was changed; the message is a sentence for whoever asked. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
}

const waits: Record<HeldWait, string> = {
  open: 'The payment is still open: which of its coins count is decided when its time is over.',
  refunding: 'A refund of this payment is on its way; try again when it has ended.',
  confirming: 'The coins do not lie deep enough in their chain yet.',
};

/**
 * Lets go all that is held of a coin for a payment and that nobody else can get at. The payment's lock and what is left
 * afterwards, which is nothing, keep it from happening twice. The merchant did not ask for it and is told nothing: its
 * payment and orders stay as they are.
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
  if (!isId(input.paymentId)) throw new ReleaseRefused('There is no such payment.');
  const locked = await getLockedPayment(tx, input.paymentId);
  const { facts, movements } = await bringUpToDate(tx, context, locked);
  const chain = context.chains.find(coin);
  // Its chain is not read: nobody could see whether the coins are still there.
  if (!chain) throw new ReleaseRefused(`${coins[coin].name} is not among the coins that are on.`);
  const { feeRate } = requireReadyChain(await getChainState(tx, coin));
  const held = getHeld(context, facts, coin);
  const release = await requestRelease(tx, context, facts.payment, held, {
    to: input.to === 'merchant' ? null : await readAddress(tx, chain, input.to),
    feeMinor: input.to === 'merchant' ? 0n : chain.usualFee(feeRate),
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
  if (!held) throw new ReleaseRefused(`No ${coin} are held for this payment that staff could release.`);
  if (held.wait) throw new ReleaseRefused(waits[held.wait]);
  return held;
}

interface Decided {
  readonly to: Address | null;
  readonly feeMinor: bigint;
  readonly releasedBy: string;
  readonly asked: readonly AskedRecipient[];
}

/** Writes the release and, where the coins leave the provider, asks for the payout that sends them. */
async function requestRelease(
  tx: Tx,
  context: ReleaseContext,
  payment: Payment,
  { coin, amountMinor, choice }: HeldCoins,
  { to, feeMinor, releasedBy, asked }: Decided,
): Promise<Release> {
  const now = context.clock.now();
  const sentMinor = amountMinor - feeMinor;
  if (sentMinor <= 0n) {
    throw new ReleaseRefused(
      `The network's fee, ${formatAsset(coin, feeMinor)} ${coin}, would take all of it.`,
    );
  }
  const fault = to && findRecipientFault(asked, { coin }, to, sentMinor);
  if (fault) throw new ReleaseRefused(`The ${fault.about} ${fault.detail}.`);
  const control =
    to &&
    (await controlPayout(tx, context, {
      pspId: payment.psp_id,
      coin,
      to,
      amountMinor: sentMinor,
      wish: 'staff',
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
  // It would come back as a payment that nobody made.
  if (await isOurs(tx, chain, parsed.address)) {
    throw new ReleaseRefused('The address is one of this service, which it cannot send to.');
  }
  return parsed.address;
}
