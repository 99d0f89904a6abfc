import { actOnce } from '../../../platform/console/act-once.ts';
import type { ActingVisit, ConsoleAct } from '../../../platform/console/console-page.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { acceptPayment, confirmAcceptance } from '../../payments/accept-payment.ts';
import { cancelPayment } from '../../payments/ending/cancel-payment.ts';
import { getPaymentOf } from '../../payments/facts/lock-payment.ts';
import { grants } from '../member-grants.rules.ts';
import { paymentActWords } from './payment-form-texts.ts';

type Detail = Readonly<Record<string, string>>;

/** Acts on a payment that need only a confirmation. */
export function decisionActs(context: MerchantContext): readonly ConsoleAct[] {
  const act = (
    verb: string,
    name: keyof typeof paymentActWords,
    options: Pick<ConsoleAct, 'grant' | 'fresh'>,
    run: (tx: Tx, pspId: number, id: string) => Promise<Detail>,
  ): ConsoleAct => ({
    ...options,
    path: `/payments/:id/${verb}`,
    name,
    label: paymentActWords[name],
    page: '/payments/:id',
    subjectPage: '/payments/:id',
    async perform(visit: ActingVisit, fields) {
      const pspId = Number(visit.place.id);
      const { id } = await getPaymentOf(context.sql, pspId, visit.parameters('id'));
      const { isReplayed } = await actOnce(context, visit, fields, [verb, id], async (tx) => {
        await visit.record(tx, { subject: id, detail: await run(tx, pspId, id) });
        return {};
      });
      if (verb === 'accept') await confirmAcceptance(context, id);
      context.signals.publish(subjectChannel, id);
      return { to: `/payments/${id}`, isRepeated: isReplayed };
    },
  });
  return [
    act('accept', 'payment.accepted', { grant: grants.moveMoney, fresh: true }, async (tx, pspId, id) => {
      const { cents } = await acceptPayment(tx, context, pspId, id);
      return { payment_total: formatAsset('EUR', cents) };
    }),
    act(
      'cancel',
      'payment.cancelled',
      { grant: grants.handlePayments, fresh: false },
      async (tx, pspId, id) => {
        const { payment_reference: reference } = await cancelPayment(tx, context, pspId, id);
        return { payment_reference: reference };
      },
    ),
  ];
}
