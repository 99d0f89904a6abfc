import { merchant, PracaError, type Merchant } from '../../../packages/client/src/index.ts';
import { newWallet } from '../../support/coins.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';
import type { Journal } from './journal.ts';

/** Opens a merchant's client without its own retries, so that every attempt is counted. */
export const openShop = (url: string, journal: Journal): Merchant =>
  merchant({
    baseUrl: `${url}/merchant`,
    clientId: 'sandbox-psp',
    clientSecret: 'sandbox-secret',
    attempts: 1,
    timeoutMs: 30_000,
    fetch: journal.fetch,
  });

const customerOf = (key: string) => ({
  customer_reference_id: key,
  customer_first_name: 'Ana',
  customer_last_name: 'Souza',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
});

/** A quote may expire during a failover. The order is then repeated with a new quote and the same key. */
async function withQuote<T>(shop: Merchant, order: (token: string) => Promise<T>): Promise<T> {
  for (;;) {
    const quote = await retryUntilAnswered(() =>
      shop.post('/conversions', {
        body: { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', cryptocurrency_amount: '0.001' },
      }),
    );
    try {
      return await retryUntilAnswered(() => order(quote.conversion_token));
    } catch (error) {
      if (!(error instanceof PracaError) || !error.code.startsWith('conversion_token')) throw error;
    }
  }
}

export async function buy(shop: Merchant, key: string, journal: Journal): Promise<void> {
  const { order_id: id } = await withQuote(shop, (token) =>
    shop.post('/orders', {
      idempotencyKey: key,
      body: { orderData: { conversion_token: token, customer_details: customerOf(key) } },
    }),
  );
  journal.acknowledge('order', key, id);
}

export async function withdraw(shop: Merchant, key: string, journal: Journal): Promise<void> {
  const wallet = newWallet('BTC');
  const { order_id: id } = await withQuote(shop, (token) =>
    shop.post('/withdrawals', {
      idempotencyKey: key,
      body: {
        withdrawalData: {
          conversion_token: token,
          customer_wallet_address: wallet,
          customer_details: customerOf(key),
        },
      },
    }),
  );
  journal.acknowledge('withdrawal', key, id);
}

/** Creates a payment. A simulated customer pays one of three. */
export async function sell(shop: Merchant, key: string, turn: number, journal: Journal): Promise<void> {
  const { payment_reference_id: id } = await retryUntilAnswered(() =>
    shop.post('/payments/hosted', {
      idempotencyKey: key,
      body: {
        currency_code: 'EUR',
        payment_amount: '25.00',
        payment_reference: key,
        merchant_name: 'Padaria',
        payment_description: 'Bread',
        customer_details: customerOf(key),
      },
    }),
  );
  journal.acknowledge('payment', key, id);
  if (turn % 3 !== 0) return;
  const path = { paymentReferenceId: id };
  const choice = await retryUntilAnswered(() =>
    shop.post('/payments/{paymentReferenceId}/conversion', {
      path,
      idempotencyKey: `${key} choice`,
      body: { cryptocurrency_code: 'BTC' },
    }),
  );
  const { payment_cryptocurrency_address: address, cryptocurrency_amount: amount } = choice;
  if (address === null || amount === null) throw new Error(`no coin was chosen for ${key}`);
  await retryUntilAnswered(() =>
    shop.post('/sandbox/chains/{cryptocurrencyCode}/send', {
      path: { cryptocurrencyCode: 'BTC' },
      idempotencyKey: `${key} coins`,
      body: { address, cryptocurrency_amount: amount },
    }),
  );
}
