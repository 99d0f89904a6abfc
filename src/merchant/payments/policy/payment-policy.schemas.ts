import { policyBounds, resolutions, usualPolicy } from './payment-policy.rules.ts';
import { Type } from '../../../platform/http/type.ts';

const Resolution = (what: string) =>
  Type.Enum([...resolutions], {
    description: `What happens by itself to a payment ${what}, once its coins are confirmed: wait for the merchant, accept them at the present rate, or send them back to the refund address that was stated for it.`,
  });

const fields = {
  minutes_to_choose: Type.Integer({
    ...policyBounds.minutes_to_choose,
    description: 'How long a coin can be chosen',
  }),
  minutes_to_pay: Type.Integer({
    ...policyBounds.minutes_to_pay,
    description: 'How long the price of a chosen coin is locked',
  }),
  tolerance_bps: Type.Integer({
    ...policyBounds.tolerance_bps,
    description:
      'Hundredths of a per cent by which coins may miss the amount and still count. The merchant is credited what came; what is over the amount by more than 0.5 % can be refunded all the same.',
  }),
  when_underpaid: Resolution('that got too little'),
  when_late: Resolution('whose coins came late'),
  customer_refund_address: Type.Boolean({
    description: 'Whether the hosted page asks the customer of an unresolved payment for a refund address',
  }),
};

export const PolicyResponse = Type.Object(fields, { examples: [usualPolicy] });

export const PolicyRequest = Type.Partial(Type.Object(fields), {
  examples: [{ minutes_to_pay: 10, when_underpaid: 'accept', customer_refund_address: true }],
});
