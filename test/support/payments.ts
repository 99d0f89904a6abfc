import assert from 'node:assert/strict';
import { decimalsOf, formatAsset, type CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import { parseAmount } from '../../src/platform/money.ts';
import { openMerchantApp, type TestApp, type TestAppOptions } from './app.ts';
import { customer, mine, sendCoins, untilFunded } from './coins.ts';
import type { MerchantClient } from './merchant.ts';
import { until } from './process.ts';

export const paymentBody = {
  currency_code: 'EUR',
  payment_amount: '25.00',
  payment_reference: 'order-1001',
  customer_details: customer,
  merchant_name: 'Padaria Central',
  payment_description: 'Pão fresco 🥖',
  success_return_url: 'https://shop.example/thanks',
  failure_return_url: 'http://shop.example/sorry',
};

/** Opens the app with chains that the test mines, all of them read once. */
export async function openPaymentsApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await openMerchantApp({
    ...options,
    settings: { SIMULATED_BLOCK_SECONDS: '0', ...options.settings },
  });
  await app.start();
  await untilFunded(app.sql);
  return app;
}

export interface ChosenPayment {
  payment_reference_number: string;
  payment_amount: string;
  cryptocurrency_amount: string;
  cryptocurrency_code: CoinCode;
  payment_status: string;
  payment_cryptocurrency_address: string;
  destination_tag: string | null;
  payment_uri: string;
  payment_expire_duration_seconds: number;
}

export interface PaymentAnswer extends ChosenPayment {
  success_return_url: string | null;
  payment_refundable_status: string;
  refundable_amount: string | null;
  payment_acceptable_status: string;
  acceptable_amount: string | null;
  refund_address: string | null;
  refund_destination_tag: string | null;
  payment_exceptions: string[];
  received_cryptocurrency_amount: string | null;
  transactions: {
    blockchain_transaction_id: string;
    cryptocurrency_amount: string;
    confirmations: number;
    required_confirmations: number;
    first_seen_at: string;
  }[];
}

export async function newPayment(client: MerchantClient, amount = '25.00'): Promise<string> {
  const answer = await client.post('/payments', { ...paymentBody, payment_amount: amount });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { payment_reference_id: string }).payment_reference_id;
}

export async function choose(client: MerchantClient, id: string, coin: CoinCode): Promise<ChosenPayment> {
  const answer = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: coin });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as ChosenPayment;
}

export async function newChosen(
  client: MerchantClient,
  coin: CoinCode,
  amount?: string,
): Promise<ChosenPayment> {
  return choose(client, await newPayment(client, amount), coin);
}

export async function readPayment(client: MerchantClient, id: string): Promise<PaymentAnswer> {
  const answer = await client.get(`/payments/${id}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as PaymentAnswer;
}

/** Waits until the payment has the status and satisfies the further condition. */
export async function untilPayment(
  client: MerchantClient,
  id: string,
  status: string,
  also: (payment: PaymentAnswer) => boolean = () => true,
): Promise<PaymentAnswer> {
  let payment: PaymentAnswer | undefined;
  try {
    await until(
      async () => {
        payment = await readPayment(client, id);
        return payment.payment_status === status && also(payment);
      },
      `${id} ${status}`,
      60_000,
    );
  } catch (error) {
    throw new Error(`the payment did not become ${status}: ${JSON.stringify(payment)}`, { cause: error });
  }
  assert.ok(payment);
  return payment;
}

export function dueOf(chosen: ChosenPayment): bigint {
  const parsed = parseAmount(chosen.cryptocurrency_amount, decimalsOf(chosen.cryptocurrency_code));
  assert.ok('minor' in parsed);
  return parsed.minor;
}

/** Pays this many thousandths of the due amount, rounded up. Returns the transaction's id. */
export function payShare(
  client: MerchantClient,
  chosen: ChosenPayment,
  thousandths = 1000n,
  replaces?: string,
): Promise<string> {
  const coin = chosen.cryptocurrency_code;
  return sendCoins(client, coin, {
    address: chosen.payment_cryptocurrency_address,
    amount: formatAsset(coin, (dueOf(chosen) * thousandths + 999n) / 1000n),
    ...(chosen.destination_tag === null ? {} : { tag: chosen.destination_tag }),
    ...(replaces === undefined ? {} : { replaces }),
  });
}

/** Creates a payment that was paid in bitcoin and confirmed. Returns its id. */
export async function newPaid(client: MerchantClient, amount: string): Promise<string> {
  const chosen = await newChosen(client, 'BTC', amount);
  await payShare(client, chosen);
  await mine(client, 'BTC', 6);
  await untilPayment(client, chosen.payment_reference_number, 'PAID');
  return chosen.payment_reference_number;
}
