import type { ActingVisit, ConsoleAct, Fields } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import type { Words } from '../../../platform/http/language.ts';
import { sayIn, problem } from '../../../platform/problem.ts';
import { parseAmount } from '../../../platform/money.ts';
import { decimalsOf, findCoin, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import {
  CeilingRefused,
  decideCeiling,
  proposeCeiling,
  type CeilingProposal,
} from '../../payouts/cold-storage/manage-ceilings.ts';
import { freezePayouts, thawPayouts } from '../../chains/freezes/freeze-payouts.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { bumpPayout } from '../../payouts/batches/bump-payout.ts';
import { parseFeeRate } from '../../payouts/batches/fee-rate.rules.ts';
import { decidePayout } from '../../payouts/control/decide-payout.ts';
import { cancelPayout } from '../../payouts/manage-payouts.ts';
import type { PayoutOwners } from '../../payouts/payout-owner.ts';
import { ReleaseRefused, releaseHeld } from '../../payments/releases/release-held.ts';
import { decideScreening } from '../../payouts/screening/record-screening.ts';
import { readGivenReason, refusal, requireReason } from '../staff-parts/staff-fields.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { heldTexts, payoutFaults } from './staff-payout-texts.ts';
import { ceilingFaults } from './staff-treasury-texts.ts';

type Perform = (visit: ActingVisit, fields: Fields) => Promise<'repeated' | undefined>;

/**
 * Builds an act that moves money: with a recent second factor, a line in the audit record, and a redirect to the page
 * of its form, or to the overview if the form was there.
 */
export const actOn =
  (page: string, subjectPage?: string) =>
  (path: string, name: string, label: Words, perform: Perform): ConsoleAct => ({
    path: `${page}${path}`,
    grant: staffGrants.moveMoney,
    fresh: true,
    name,
    label,
    page,
    ...(subjectPage === undefined ? {} : { subjectPage }),
    perform: async (visit, fields) => ({
      isRepeated: (await perform(visit, fields)) === 'repeated',
      to: fields('from') === 'overview' ? '' : page,
    }),
  });

function requireCoin(fields: Fields): CoinCode {
  const coin = findCoin(fields('coin'));
  if (!coin) throw problem('invalid_input');
  return coin;
}

export function treasuryActs(context: MerchantContext): ConsoleAct[] {
  const act = actOn('/treasury');
  const switching =
    (change: typeof freezePayouts): Perform =>
    async (visit, fields) => {
      const coin = requireCoin(fields);
      const reason = requireReason(visit, fields);
      const changed = await change(context, { coin, by: visit.person.email, reason }, (tx) =>
        visit.record(tx, { subject: coin, detail: { reason } }),
      );
      return changed.length === 0 ? 'repeated' : undefined;
    };
  const deciding =
    (decision: 'approve' | 'reject'): Perform =>
    async (visit, fields) => {
      const id = fields('proposal');
      const outcome = await decideCeiling(context, { id, decision, by: visit.person.email }, (tx) =>
        visit.record(tx, { subject: id }),
      );
      if (outcome === 'unknown') throw problem('not_found');
      if (outcome === 'already') return 'repeated';
      if (outcome !== 'done') throw refusal(ceilingFaults[outcome]);
      return undefined;
    };
  return [
    act(
      '/freeze',
      'payouts.frozen',
      words('Payouts frozen', 'Saídas congeladas', 'Auszahlungen eingefroren'),
      switching(freezePayouts),
    ),
    act(
      '/thaw',
      'payouts.thawed',
      words('Payouts resumed', 'Saídas descongeladas', 'Auszahlungen aufgetaut'),
      switching(thawPayouts),
    ),
    act(
      '/ceiling',
      'ceiling.proposed',
      words(
        'Ceiling proposed: another person approves it',
        'Teto proposto: outra pessoa aprova',
        'Obergrenze vorgeschlagen: Jemand anderes gibt sie frei',
      ),
      async (visit, fields) => {
        const coin = requireCoin(fields);
        const wanted = readCeiling(visit, fields, coin);
        const ceiling = wanted ? formatAsset(coin, wanted.ceilingMinor) : null;
        const detail = { coin, ceiling, address: wanted?.address ?? null };
        await proposeCeiling(context, { coin, wanted, by: visit.person.email }, (tx, subject) =>
          visit.record(tx, { subject, detail }),
        ).catch((error: unknown) => {
          throw error instanceof CeilingRefused ? refusal(error.sentence) : error;
        });
        return undefined;
      },
    ),
    act(
      '/ceiling/approve',
      'ceiling.approved',
      words('Ceiling approved', 'Teto aprovado', 'Obergrenze freigegeben'),
      deciding('approve'),
    ),
    act(
      '/ceiling/reject',
      'ceiling.rejected',
      words('Ceiling rejected', 'Teto rejeitado', 'Obergrenze abgelehnt'),
      deciding('reject'),
    ),
  ];
}

/** Operations on payouts return the end of a sentence. */
const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function readCeiling(visit: ActingVisit, fields: Fields, coin: CoinCode): CeilingProposal['wanted'] {
  const typed = readTypedAmount(fields('ceiling'), visit.language, decimalsOf(coin));
  const address = fields('address').trim();
  if (typed === '' && address === '') return undefined;
  const parsed = parseAmount(typed, decimalsOf(coin));
  if ('error' in parsed) throw refusal(staffTexts[visit.language].faultAmount);
  return { ceilingMinor: parsed.minor, address, destinationTag: fields('tag').trim() || null };
}

export function payoutActs(context: MerchantContext, owners: PayoutOwners): ConsoleAct[] {
  const act = actOn('/payouts', '/payouts/:id');
  const deciding =
    (decision: 'approve' | 'reject'): Perform =>
    async (visit, fields) => {
      const payoutId = fields('payout');
      const reason = readGivenReason(fields);
      const by = visit.person.email;
      const outcome = await decidePayout(context, owners, { payoutId, decision, by, reason }, (tx) =>
        visit.record(tx, { subject: payoutId, detail: { reason } }),
      );
      if (outcome === 'unknown') throw problem('not_found');
      if (outcome === 'already') return 'repeated';
      if (outcome !== 'done') throw refusal(payoutFaults[outcome] ?? outcome);
      return undefined;
    };
  return [
    act(
      '/approve',
      'payout.approved',
      words('Payout approved', 'Saída aprovada', 'Auszahlung freigegeben'),
      deciding('approve'),
    ),
    act(
      '/reject',
      'payout.rejected',
      words('Payout rejected', 'Saída rejeitada', 'Auszahlung abgelehnt'),
      deciding('reject'),
    ),
    act(
      '/cancel',
      'payout.cancelled',
      words('Payout given up', 'Saída desistida', 'Auszahlung aufgegeben'),
      async (visit, fields) => {
        const id = fields('payout');
        const outcome = await cancelPayout(context, owners, id, (tx) => visit.record(tx, { subject: id }));
        if (outcome === 'unknown') throw problem('not_found');
        if (outcome !== 'cancelled') throw refusal(payoutFaults[outcome] ?? outcome);
        return undefined;
      },
    ),
    act(
      '/bump',
      'payout.bumped',
      words('Fee of a payout raised', 'Taxa de uma saída aumentada', 'Gebühr einer Auszahlung erhöht'),
      async (visit, fields) => {
        const id = fields('payout');
        const typed = fields('rate').trim();
        const readRate = (coin: CoinCode): bigint => {
          const rate = parseFeeRate(coin, readTypedAmount(typed, visit.language, decimalsOf(coin)));
          if (rate === undefined) throw refusal(payoutFaults['rate'] ?? '');
          return rate;
        };
        const outcome = await bumpPayout(context, id, typed === '' ? null : readRate, (tx, rate) =>
          visit.record(tx, { subject: id, detail: { rate } }),
        );
        if (outcome === 'unknown') throw problem('not_found');
        if (typeof outcome === 'string') throw refusal(payoutFaults[outcome] ?? outcome);
        if ('refused' in outcome) throw refusal(asSentence(sayIn(visit.language, outcome.refused)));
        return undefined;
      },
    ),
  ];
}

export function heldActs(context: MerchantContext, owners: PayoutOwners): ConsoleAct[] {
  const act = actOn('/held');
  const deciding =
    (decision: 'allow' | 'deny'): Perform =>
    async (visit, fields) => {
      const id = fields('screening');
      const reason = readGivenReason(fields);
      const input = { id, decision, by: visit.person.email, reason };
      const outcome = await decideScreening(context, owners, input, (tx) =>
        visit.record(tx, { subject: id, detail: { reason } }),
      );
      if (outcome === 'unknown') throw problem('not_found');
      if (outcome === 'already') return 'repeated';
      if (outcome === 'decided') throw refusal(heldTexts[visit.language].decidedBefore);
      return undefined;
    };
  return [
    act(
      '/release',
      'coins.released',
      words('Coins released', 'Moedas liberadas', 'Coins freigegeben'),
      async (visit, fields) => {
        const [paymentId, coin] = [fields('payment'), requireCoin(fields)];
        const [address, tag] = [fields('address').trim(), fields('tag').trim()];
        const to = address === '' ? 'merchant' : { address, destinationTag: tag === '' ? null : tag };
        const input = { paymentId, coin, to, releasedBy: visit.person.email } as const;
        await releaseHeld(context, input, (tx, done) =>
          visit.record(tx, {
            subject: paymentId,
            detail: { coin, amount: formatAsset(coin, done.amount), to: done.address ?? 'merchant' },
          }),
        ).catch((error: unknown) => {
          // Throws if the payment is missing, for which no form exists.
          throw error instanceof ReleaseRefused ? refusal(error.sentence) : error;
        });
        return undefined;
      },
    ),
    act(
      '/allow',
      'screening.allowed',
      words('Screened coins allowed', 'Moedas em triagem permitidas', 'Geprüfte Coins zugelassen'),
      deciding('allow'),
    ),
    act(
      '/deny',
      'screening.denied',
      words('Screened coins denied', 'Moedas em triagem negadas', 'Geprüfte Coins verweigert'),
      deciding('deny'),
    ),
  ];
}
