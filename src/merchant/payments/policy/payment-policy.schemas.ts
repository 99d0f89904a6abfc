import { policyBounds, resolutions, usualPolicy } from './payment-policy.rules.ts';
import { Type } from '../../../platform/http/type.ts';

const Resolution = (what: string) =>
  Type.Enum([...resolutions], {
    description: `Automatic action for a payment ${what}, once its coins are confirmed: wait for the merchant, accept the coins at the present rate, or send them back to the stated refund address.`,
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
      'Allowed difference from the amount, in hundredths of a per cent. The merchant is credited the coins received. An excess of more than 0.5 % can still be refunded.',
  }),
  when_underpaid: Resolution('that received too little'),
  when_late: Resolution('with late coins'),
  customer_refund_address: Type.Boolean({
    description: 'Whether the hosted page asks the customer of an unresolved payment for a refund address',
  }),
};

export const PolicyResponse = Type.Object(fields, { examples: [usualPolicy] });

export const PolicyRequest = Type.Partial(Type.Object(fields), {
  examples: [{ minutes_to_pay: 10, when_underpaid: 'accept', customer_refund_address: true }],
});
