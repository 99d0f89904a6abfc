// A tour of merchant with @praca/client, run by a test. With `npm start` running in the checkout, in an
// empty folder outside of it, by Node 22.18 or newer:
//   npm pack <checkout>/packages/client && npm install ./praca-client-1.0.0.tgz
//   cp <checkout>/docs/tour/merchant.ts merchant.mts && node merchant.mts
import { merchant, PracaError } from '@praca/client';

const praca = process.env['PRACA'] ?? 'http://127.0.0.1:8080';
const shop = merchant({
  baseUrl: `${praca}/merchant`,
  clientId: 'sandbox-psp',
  clientSecret: 'sandbox-secret',
});
const customer = {
  customer_reference_id: 'c-2',
  customer_first_name: 'Rui',
  customer_last_name: 'Alves',
  customer_email_address: 'rui@example.com',
  customer_ip_address: '203.0.113.8',
};

// The client fetches the token and renews it. Amounts are strings and stay exact.
const { sell_price: price } = await shop.get('/rates/{currencyPairCode}', { path: { currencyPairCode: 'BTCEUR' } });
console.log(`One bitcoin brings ${price} euros`);

// Buy bitcoin for 250 euros. Every creating request has an idempotency key and is safe to repeat.
const quote = await shop.post('/conversions', {
  body: { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', money_amount: '250.00' },
});
const order = await shop.post('/orders', {
  body: { orderData: { conversion_token: quote.conversion_token, customer_details: customer } },
});
console.log(`Bought ${quote.cryptocurrency_amount} BTC: ${order.order_status}`);

// Create a payment of 25 euros. The customer pays on a hosted page.
const payment = await shop.post('/payments/hosted', {
  body: {
    currency_code: 'EUR',
    payment_amount: '25.00',
    payment_reference: 'order-2001',
    merchant_name: 'Padaria Central',
    payment_description: 'Bread for a week',
    customer_details: customer,
  },
});
console.log(`The customer pays at ${payment.payment_url}`);

// Simulate the customer and a miner. The customer chooses bitcoin and sends it.
const path = { paymentReferenceId: payment.payment_reference_id };
const choice = await shop.post('/payments/{paymentReferenceId}/conversion', {
  path,
  body: { cryptocurrency_code: 'BTC' },
});
const { payment_cryptocurrency_address: address, cryptocurrency_amount: amount } = choice;
if (address === null || amount === null) throw new Error('no coin was chosen');
const chain = { cryptocurrencyCode: 'BTC' };
await shop.post('/sandbox/chains/{cryptocurrencyCode}/send', {
  path: chain,
  body: { address, cryptocurrency_amount: amount },
});
await shop.post('/sandbox/chains/{cryptocurrencyCode}/mine', { path: chain, body: { blocks: 1 } });
let status: string = payment.payment_status;
while (status !== 'PAID') {
  await new Promise((resolve) => setTimeout(resolve, 200));
  ({ payment_status: status } = await shop.get('/payments/{paymentReferenceId}', { path }));
}
console.log('Paid');

// A list loads the next page when the loop needs it.
let count = 0;
for await (const entry of shop.list('/ledger', { query: { limit: 2 } })) {
  count++;
  if (count <= 3) console.log(`${entry.kind}: ${entry.amount} ${entry.currency_code}`);
}
console.log(`${count >= 4 ? 'Several' : 'Too few'} entries`);

// A refused call throws an error with a code. For bad input it names the fields.
try {
  await shop.post('/conversions', { body: { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', money_amount: '-1' } });
} catch (error) {
  if (!(error instanceof PracaError)) throw error;
  console.log(`${error.status} ${error.code}: ${error.errors.map(({ field }) => field).join(', ')}`);
}
