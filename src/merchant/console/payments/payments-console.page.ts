import type { ConsolePart } from '../../../platform/console/console-page.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { newPaymentAct, newPaymentPage } from './new-payment.page.ts';
import { decisionActs } from './payment-decisions.page.ts';
import { paymentRefusals } from './payment-form-texts.ts';
import { paymentListPages } from './payment-list.page.ts';
import { paymentPage } from './detail/payment.page.ts';
import { refundLinkActs, refundLinkPage } from './refund-links.page.ts';
import { refundAct, refundPage, refundQuoteAct } from './refund-form.page.ts';

/** Pages and acts for payments. */
export const paymentsConsole = (
  context: MerchantContext,
): Required<Pick<ConsolePart, 'pages' | 'acts' | 'refusals'>> => ({
  pages: [
    ...paymentListPages(context),
    newPaymentPage(),
    paymentPage(context),
    refundPage(context),
    refundLinkPage(context),
  ],
  acts: [
    newPaymentAct(context),
    ...decisionActs(context),
    refundQuoteAct(context),
    refundAct(context),
    ...refundLinkActs(context),
  ],
  refusals: paymentRefusals,
});
