import { merchant, PracaError, type Merchant } from '../../../packages/client/src/index.ts';
import { newWallet } from '../../support/coins.ts';
import { insist } from './insist.ts';
import type { Journal } from './journal.ts';

/** A merchant's server: every attempt is counted, and repeated here rather than by the client. */
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

/** A price ends, and a failover may last longer: with a new one it is the same purchase, by the same key. */
async function withQuote<T>(shop: Merchant, order: (token: string) => Promise<T>): Promise<T> {
  for (;;) {
    const quote = await insist(() =>
      shop.post('/conversions', {
        body: { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', cryptocurrency_amount: '0.001' },
      }),
    );
    try {
      return await insist(() => order(quote.conversion_token));
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

/** One of three is also paid, by a customer who is played. */
export async function sell(shop: Merchant, key: string, turn: number, journal: Journal): Promise<void> {
  const { payment_reference_id: id } = await insist(() =>
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
  const choice = await insist(() =>
    shop.post('/payments/{paymentReferenceId}/conversion', {
      path,
      idempotencyKey: `${key} choice`,
      body: { cryptocurrency_code: 'BTC' },
    }),
  );
  const { payment_cryptocurrency_address: address, cryptocurrency_amount: amount } = choice;
  if (address === null || amount === null) throw new Error(`no coin was chosen for ${key}`);
  await insist(() =>
    shop.post('/sandbox/chains/{cryptocurrencyCode}/send', {
      path: { cryptocurrencyCode: 'BTC' },
      idempotencyKey: `${key} coins`,
      body: { address, cryptocurrency_amount: amount },
    }),
  );
}
