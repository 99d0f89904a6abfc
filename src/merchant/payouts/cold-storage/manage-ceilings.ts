import { isId, newId } from '../../../platform/ids.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { isSamePerson } from '../../access/audit/same-person.ts';
import { describeFault, describeField } from '../../chains/addresses/require-address.ts';
import type { Address, Chain } from '../../chains/chain.ts';
import { isOurs } from '../../chains/receipts/is-ours.ts';
import {
  askRecipient,
  findRecipientFault,
  type RecipientFault,
} from '../../chains/recipients/ask-recipient.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { insertCeiling, lockCeiling, replaceActive, saveDecision, type NewCeiling } from './cold.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';
import { SaidError } from '../../../platform/problem.ts';

export interface CeilingProposal {
  readonly coin: CoinCode;
  /** Undefined to remove the ceiling. */
  readonly wanted:
    | { readonly ceilingMinor: bigint; readonly address: string; readonly destinationTag: string | null }
    | undefined;
  readonly by: string;
}

/** Carries a message for the person who proposes or decides a ceiling. */
export class CeilingRefused extends SaidError {
  override readonly name = 'CeilingRefused';
}

/** Proposes a ceiling, which takes effect when another person approves it. Returns its id. */
export async function proposeCeiling(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'chains' | 'log'>,
  { coin, wanted, by }: CeilingProposal,
  recorded?: Beside<[id: string]>,
): Promise<string> {
  const chain = context.chains.find(coin);
  if (!chain) throw new CeilingRefused(merchantWords.coinOff, { coin });
  const now = context.clock.now();
  const parsed = wanted && chain.addresses.parse(wanted.address, wanted.destinationTag);
  if (parsed && 'fault' in parsed) throw new CeilingRefused(describeFault(parsed));
  const to = parsed?.address;
  const fault = to && (await findColdFault(context, chain, to));
  if (fault) throw new CeilingRefused(describeField(fault.about, fault));
  const given: NewCeiling = {
    id: newId(now.getTime()),
    coin,
    ceiling: wanted?.ceilingMinor ?? null,
    address: to?.address ?? null,
    destination_tag: to?.destinationTag ?? null,
    destination: to?.destination ?? null,
    proposed_by: staffActor(by),
    created_at: now,
  };
  await transaction(context.sql, async (tx) => {
    if (to && (await isOurs(tx, chain, to))) {
      throw new CeilingRefused(merchantWords.hotWalletAddress);
    }
    await insertCeiling(tx, given);
    const ceiling = given.ceiling === null ? null : formatAsset(coin, given.ceiling);
    const detail = { coin, ceiling, address: given.address };
    const action = 'ceiling proposed';
    recordAction(tx, context, { action, subject: given.id, by: staffActor(by), reason: null, detail });
    await recorded?.(tx, given.id);
  });
  return given.id;
}

/** Exceeds any reserve, because the amount of later transfers is not known yet. Each transfer is checked again. */
const anyAmountMinor = 10n ** 30n;

/** Ignores node failures, so that an address can be proposed while the node is unreachable. */
async function findColdFault(
  context: Pick<MerchantContext, 'chains' | 'log'>,
  chain: Chain,
  to: Address,
): Promise<RecipientFault | undefined> {
  const asked = await askRecipient(context, to.address, to.destinationTag);
  const answered = asked.filter(({ traits }) => traits !== undefined);
  return findRecipientFault(answered, chain, to, anyAmountMinor);
}

export type CeilingOutcome = 'done' | 'already' | 'unknown' | 'own_proposal' | 'decided';

/** Notified when another ceiling becomes active, so that transfers do not wait for the next poll. */
export const ceilingsChannel = 'ceilings';

export async function decideCeiling(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'signals'>,
  input: { id: string; decision: 'approve' | 'reject'; by: string },
  recorded?: Beside,
): Promise<CeilingOutcome> {
  const { id, decision } = input;
  if (!isId(id)) return 'unknown';
  const outcome = await transaction(context.sql, async (tx): Promise<CeilingOutcome> => {
    const proposal = await lockCeiling(tx, id);
    if (!proposal) return 'unknown';
    const status = decision === 'approve' ? 'active' : 'rejected';
    if (proposal.status === status) return 'already';
    if (proposal.status !== 'proposed') return 'decided';
    const by = staffActor(input.by);
    if (isSamePerson(proposal.proposed_by, by)) return 'own_proposal';
    if (status === 'active') await replaceActive(tx, proposal.coin);
    await saveDecision(tx, id, status, by, context.clock.now());
    recordAction(tx, context, { action: `ceiling ${decision}`, subject: id, by, reason: null });
    await recorded?.(tx);
    return 'done';
  });
  if (outcome === 'done') context.signals.publish(ceilingsChannel);
  return outcome;
}
