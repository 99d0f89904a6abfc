import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import type { Address } from '../../chains/chain.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { noLimits, type PayoutLimits } from './limit.rules.ts';
import {
  addAddress,
  deleteAddress,
  dropAddresses,
  isListOn,
  lockPsp,
  saveLimits,
  selectAddresses,
  selectLimits,
  type AllowedAddress,
  type LimitsRow,
} from './limit.store.ts';

type LimitContext = Pick<MerchantContext, 'sql' | 'clock'>;

export interface LimitChange {
  readonly pspId: number;
  readonly coin: CoinCode;
  /** The given limits change; undefined removes all limits. */
  readonly limits: Partial<PayoutLimits> | undefined;
  readonly by: string;
  readonly reason: string | null;
}

/**
 * Changes limits. Payouts that wait for approval still wait after the change. Returns undefined if the PSP does not
 * exist.
 */
export function changeLimits(
  context: LimitContext,
  change: LimitChange,
  recorded?: Beside,
): Promise<PayoutLimits | undefined> {
  const { pspId, coin } = change;
  return transaction(context.sql, async (tx) => {
    if (!(await lockPsp(tx, pspId))) return undefined;
    const before = (await selectLimits(tx, pspId)).find((row) => row.coin === coin) ?? noLimits;
    const wanted = change.limits && { ...pick(before), ...change.limits };
    const after = wanted && Object.values(wanted).some((minor) => minor !== null) ? wanted : undefined;
    await saveLimits(tx, pspId, coin, after);
    recordAction(tx, context, {
      action: 'limits',
      subject: `psp:${pspId}`,
      by: staffActor(change.by),
      reason: change.reason,
      detail: { coin, ...shown('before', coin, before), ...shown('after', coin, after ?? noLimits) },
    });
    await recorded?.(tx);
    return after ?? noLimits;
  });
}

const pick = ({ one_amount, day_amount, approval_amount }: PayoutLimits): PayoutLimits => ({
  one_amount,
  day_amount,
  approval_amount,
});

const shown = (when: string, coin: CoinCode, limits: PayoutLimits): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(pick(limits)).map(([name, minor]: [string, bigint | null]) => [
      `${name}_${when}`,
      minor === null ? null : formatAsset(coin, minor),
    ]),
  );

export interface PspControls {
  readonly limits: LimitsRow[];
  /** Undefined if every address is allowed. */
  readonly addresses: AllowedAddress[] | undefined;
}

export async function readPspControls(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
): Promise<PspControls | undefined> {
  const on = await isListOn(context.sql, pspId);
  if (on === undefined) return undefined;
  return {
    limits: await selectLimits(context.sql, pspId),
    addresses: on ? await selectAddresses(context.sql, pspId) : undefined,
  };
}

export interface AddressChange {
  readonly pspId: number;
  readonly change: 'add' | 'remove';
  readonly coin: CoinCode;
  readonly to: Address;
  readonly by: string;
}

/**
 * Adds or removes an address. The first one switches the list on; removing the last leaves an empty list, which rejects
 * all payouts.
 */
export function changeAddresses(
  context: LimitContext,
  input: AddressChange,
): Promise<'done' | 'already' | 'unknown'> {
  const { pspId, change, coin, to, by } = input;
  const { address, destination, destinationTag } = to;
  return transaction(context.sql, async (tx) => {
    if (!(await lockPsp(tx, pspId))) return 'unknown';
    const allowed = { coin, address, destination, destination_tag: destinationTag };
    const changed =
      change === 'add'
        ? await addAddress(tx, pspId, allowed, staffActor(by), context.clock.now())
        : await deleteAddress(tx, pspId, coin, destination);
    if (!changed) return 'already';
    recordAction(tx, context, {
      action: `address ${change}`,
      subject: `psp:${pspId}`,
      by: staffActor(by),
      reason: null,
      detail: { coin, address, tag: destinationTag },
    });
    return 'done';
  });
}

/** Switches the list off: every address is allowed. */
export function switchAddressesOff(context: LimitContext, pspId: number, by: string): Promise<boolean> {
  return transaction(context.sql, async (tx) => {
    if (!(await lockPsp(tx, pspId))) return false;
    await dropAddresses(tx, pspId);
    recordAction(tx, context, {
      action: 'addresses off',
      subject: `psp:${pspId}`,
      by: staffActor(by),
      reason: null,
    });
    return true;
  });
}
