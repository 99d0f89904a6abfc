import type { Receipt } from '../../src/merchant/chains/receipts/receipt.rules.ts';
import type { PaymentFacts, RefundShare } from '../../src/merchant/payments/facts/payment-facts.rules.ts';
import {
  untouchedPayment,
  type Choice,
  type Payment,
} from '../../src/merchant/payments/facts/payment.rules.ts';

export const minuteMs = 60_000;
export const at = (minutes: number): Date => new Date(minutes * minuteMs);
export const due = 100_000n;
/** 100,000 euros per bitcoin, so that one euro is 1,000 satoshis. */
export const price = 100_000n * 10n ** 8n;
export const cents = 10_000n;

export function choice(id: string, fields: Partial<Choice> = {}): Choice {
  return {
    id,
    coin: 'BTC',
    address: id,
    destination_tag: null,
    destination: `to ${id}`,
    payment_uri: '',
    price,
    coin_amount: due,
    required_confirmations: 2,
    chosen_at: at(0),
    expires_at: at(15),
    mined_by: at(75),
    ...fields,
  };
}

export function receipt(amountMinor: bigint, fields: Partial<Receipt> = {}): Receipt {
  return {
    coin: 'BTC',
    transactionId: `transaction of ${amountMinor}`,
    outputIndex: 0,
    address: 'first',
    destinationTag: null,
    destination: 'to first',
    amountMinor,
    firstSeenAt: at(5),
    confirmations: 0,
    minedAt: null,
    visible: true,
    credited: false,
    creditCount: 0,
    screening: null,
    ...fields,
  };
}

export const payment: Payment = {
  ...untouchedPayment,
  exceptions: [],
  id: 'payment',
  psp_id: 1,
  status: 'PENDING',
  payment_reference: '',
  euro_amount: cents,
  tolerance_bps: 50,
  minutes_to_pay: 15,
  merchant_name: '',
  description: '',
  customer_reference_id: '',
  customer_first_name: '',
  customer_last_name: '',
  customer_email_address: '',
  customer_ip_address: '',
  choice_id: 'first',
  coin: 'BTC',
  order_id: 'order',
  metadata: {},
  created_at: at(0),
  updated_at: at(0),
  expires_at: at(15),
};

export const settled: Partial<Payment> = {
  status: 'PAID',
  settled_choice_id: 'first',
  settled_coin_amount: due,
  settled_euro_amount: cents,
  settled_transaction_id: 'transaction',
};

export interface Case extends Partial<Omit<PaymentFacts, 'payment' | 'caughtUpAt'>> {
  payment?: Partial<Payment>;
  /** Minute up to which the chain has been read. */
  read?: number;
}

export const facts = (given: Case = {}): PaymentFacts => ({
  choices: [choice('first')],
  receipts: [],
  refunds: [],
  releases: [],
  now: at(10),
  ...given,
  payment: { ...payment, ...given.payment },
  caughtUpAt: new Map(given.read === undefined ? [] : [['BTC', at(given.read)]]),
});

export const confirmed = { confirmations: 2 };
export const late = { firstSeenAt: at(16) };
export const credited = { confirmations: 2, credited: true, creditCount: 1 };

export const refund = (fields: Partial<RefundShare>): RefundShare => ({
  choice_id: 'first',
  status: 'PROCESSING',
  held_coin_amount: 0n,
  euro_amount: 0n,
  lost_fee_coin_amount: 0n,
  ...fields,
});
