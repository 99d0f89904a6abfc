import { defineProblems } from '../platform/problem.ts';

export const merchantProblems = defineProblems({
  rate_unavailable: { status: 503, title: 'There is no fresh price at the moment' },
  node_unavailable: { status: 503, title: 'The network of this coin cannot be read at the moment' },
  webhook_endpoint_limit: { status: 409, title: 'There are as many webhook endpoints as there may be' },
  webhook_endpoint_disabled: { status: 409, title: 'The webhook endpoint takes nothing any more' },
  open_limit_reached: { status: 422, title: 'Too much is promised at open prices at the moment' },
  insufficient_funds: { status: 422, title: 'The balance does not cover this' },
  payout_limit_exceeded: { status: 409, title: 'More than this PSP may send' },
  payout_too_small: { status: 409, title: 'The network does not pass on so small an amount' },
  conversion_token_not_found: { status: 404, title: 'There is no such conversion token' },
  conversion_token_expired: { status: 409, title: 'The conversion token has expired' },
  conversion_token_used: { status: 409, title: 'The conversion token was used already' },
  payment_reference_used: {
    status: 409,
    title: 'There is a payment with this reference already',
    members: { payment_reference_id: 'Of that payment' },
  },
  customer_in_use: { status: 409, title: 'Something of this customer is still open' },
  payment_expired: { status: 409, title: 'The time to choose or pay is over' },
  payment_in_progress: { status: 409, title: 'The coin of this payment cannot be chosen any more' },
  payment_choice_limit: { status: 409, title: 'A coin was chosen as often for this payment as there may be' },
  payment_confirming: { status: 409, title: 'Coins of this payment still wait for their confirmations' },
  payment_not_acceptable: { status: 409, title: 'There is nothing to accept in this payment' },
  payment_not_refundable: { status: 409, title: 'There is nothing to refund in this payment' },
  order_status_conflict: { status: 409, title: 'The order is not in a state that allows this' },
});
