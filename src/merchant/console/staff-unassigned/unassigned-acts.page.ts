import type { ActingVisit, ConsoleAct, Fields } from '../../../platform/console/console-page.ts';
import { problem } from '../../../platform/problem.ts';
import { findCoin, formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import {
  decideAssignment,
  proposeAssignment,
  type AssignmentDecision,
  type WantedAssignment,
} from '../../payouts/unassigned/assign-unassigned.ts';
import { returnCoins } from '../../payouts/unassigned/return-unassigned.ts';
import { UnassignedRefused, type OutputKey } from '../../payouts/unassigned/unassigned.rules.ts';
import { words } from '../parts/define-texts.ts';
import { readPspNumber } from '../parts/psp-number.ts';
import { refusal } from '../staff-parts/staff-fields.ts';
import { actOn } from '../staff-treasury/treasury-acts.page.ts';
import { unassignedTexts } from './unassigned-texts.ts';

function readOutput(fields: Fields): OutputKey {
  const coin = findCoin(fields('coin'));
  const outputIndex = Number(fields('output'));
  if (!coin || !Number.isInteger(outputIndex) || outputIndex < 0 || outputIndex > 999_999_999)
    throw problem('invalid_input');
  return { coin, transactionId: fields('transaction'), outputIndex };
}

function readTarget(visit: ActingVisit, fields: Fields): WantedAssignment['to'] {
  const [paymentId, psp, customerReference] = ['payment', 'psp', 'customer'].map((name) =>
    fields(name).trim(),
  );
  const pspId = readPspNumber(psp ?? '');
  if (paymentId && !psp && !customerReference) return { paymentId };
  if (!paymentId && pspId !== undefined && customerReference) return { pspId, customerReference };
  throw refusal(unassignedTexts[visit.language].faultTarget);
}

export function unassignedActs(context: MerchantContext): ConsoleAct[] {
  const act = actOn('/unassigned');
  const orRefuse = async <T>(running: Promise<T>): Promise<T> => {
    try {
      return await running;
    } catch (error) {
      throw error instanceof UnassignedRefused ? refusal(error.sentence) : error;
    }
  };
  const deciding =
    (decision: AssignmentDecision['decision']) =>
    async (visit: ActingVisit, fields: Fields): Promise<'repeated' | undefined> => {
      const id = fields('assignment');
      const by = visit.person.email;
      const deciding = decideAssignment(context, { id, decision, by }, (tx) =>
        visit.record(tx, { subject: id }),
      );
      const outcome = await orRefuse(deciding);
      if (outcome === 'unknown') throw problem('not_found');
      if (outcome === 'already') return 'repeated';
      if (outcome !== 'done') throw refusal(unassignedTexts[visit.language][outcome]);
      return undefined;
    };
  return [
    act(
      '/assign',
      'assignment.proposed',
      words(
        'Assignment proposed: another person approves it',
        'Atribuição proposta: outra pessoa aprova',
        'Zuordnung vorgeschlagen: Eine andere Person gibt sie frei',
      ),
      async (visit, fields) => {
        const output = readOutput(fields);
        const to = readTarget(visit, fields);
        const proposing = proposeAssignment(context, { ...output, to, by: visit.person.email }, (tx, id) =>
          visit.record(tx, {
            subject: id,
            detail: { transaction: output.transactionId, coin: output.coin, ...toldTarget(to) },
          }),
        );
        await orRefuse(proposing);
        return undefined;
      },
    ),
    act(
      '/approve',
      'assignment.approved',
      words('Assignment approved', 'Atribuição aprovada', 'Zuordnung freigegeben'),
      deciding('approve'),
    ),
    act(
      '/reject',
      'assignment.rejected',
      words('Assignment rejected', 'Atribuição rejeitada', 'Zuordnung abgelehnt'),
      deciding('reject'),
    ),
    act(
      '/return',
      'return.proposed',
      words(
        'Return proposed: another person approves its payout',
        'Devolução proposta: outra pessoa aprova a saída',
        'Rücksendung vorgeschlagen: Eine andere Person gibt ihre Auszahlung frei',
      ),
      async (visit, fields) => {
        const output = readOutput(fields);
        const returning = returnCoins(context, { ...output, by: visit.person.email }, (tx, done) =>
          visit.record(tx, {
            subject: done.payoutId,
            detail: {
              coin: output.coin,
              amount: formatAsset(output.coin, done.sentMinor),
              address: done.to.address,
            },
          }),
        );
        await orRefuse(returning);
        return undefined;
      },
    ),
  ];
}

const toldTarget = (to: WantedAssignment['to']): Record<string, string> =>
  'paymentId' in to ? { payment: to.paymentId } : { psp: String(to.pspId), customer: to.customerReference };
