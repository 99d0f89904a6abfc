import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestApp } from './app.ts';
import { freePort } from './free-port.ts';
import { merchantClient } from './merchant.ts';
import { openPaymentsApp } from './payments.ts';
import { until } from './process.ts';

export interface PaymentRequest {
  payment_amount?: string;
  merchant_name?: string;
  payment_description?: string;
  success_return_url?: string;
  failure_return_url?: string;
}

export interface HostedPayment {
  readonly id: string;
  readonly url: string;
}

/** The whole system with a shop. Blocks are mined only by the test. */
export interface CheckoutApp extends TestApp {
  readonly address: string;
  /** The merchant's own server and the paths that were requested from it. */
  readonly shop: { readonly url: string; readonly visits: string[] };
  post(path: string, body?: object): Promise<Record<string, unknown>>;
  createPayment(request?: PaymentRequest): Promise<HostedPayment>;
  /** Returns the payment as the API shows it. */
  lookUp(id: string): Promise<Record<string, unknown>>;
  awaitStatus(id: string, status: string): Promise<void>;
  choose(id: string, coin: string): Promise<Record<string, unknown>>;
  /** Pays as the customer: `part` percent of the due amount. */
  pay(id: string, part?: number): Promise<void>;
  mine(coin: string, blocks: number): Promise<void>;
  /** Mines until the payment has the status, since our own transaction is sent with a delay. */
  mineUntil(id: string, coin: string, status: string): Promise<void>;
  advance(seconds: number): Promise<void>;
}

export async function openCheckoutApp(settings: Record<string, string> = {}): Promise<CheckoutApp> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const testApp = await openPaymentsApp({
    settings: { PUBLIC_URL: address, RATE_LIMIT: '0', ...settings },
  });
  await testApp.app.listen({ host: '127.0.0.1', port });
  const shop = await openShop();
  let client = await merchantClient(testApp);

  const post = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await client.post(path, body);
    assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
    return answer.json();
  };
  const lookUp = async (id: string): Promise<Record<string, unknown>> =>
    (await client.get(`/payments/${id}`)).json();
  const mine = async (coin: string, blocks: number): Promise<void> => {
    await post(`/sandbox/chains/${coin}/mine`, { blocks });
  };
  return {
    ...testApp,
    address,
    shop,
    post,
    lookUp,
    mine,
    async createPayment(request = {}) {
      const created = await post('/payments/hosted', {
        currency_code: 'EUR',
        payment_amount: '25.00',
        payment_reference: 'order 1042',
        merchant_name: 'Café Aurora',
        payment_description: 'Order 1042: two coffees and a slice of cake',
        customer_details: {
          customer_reference_id: 'ana-77',
          customer_first_name: 'Ana',
          customer_last_name: 'Secretperson',
          customer_email_address: 'ana@secret.example',
          customer_ip_address: '203.0.113.77',
        },
        success_return_url: `${shop.url}/thanks`,
        failure_return_url: `${shop.url}/cart`,
        ...request,
      });
      return { id: String(created['payment_reference_id']), url: String(created['payment_url']) };
    },
    async awaitStatus(id, status) {
      let last = '';
      await until(
        async () => (last = String((await lookUp(id))['payment_status'])) === status,
        `the payment's status ${status} (it is ${last})`,
        60_000,
      );
    },
    mineUntil: (id, coin, status) =>
      until(
        async () => {
          await mine(coin, 1);
          return (await lookUp(id))['payment_status'] === status;
        },
        `the payment's status ${status}`,
        60_000,
      ),
    choose: (id, coin) => post(`/payments/${id}/conversion`, { cryptocurrency_code: coin }),
    async pay(id, part = 100) {
      const payment = await lookUp(id);
      const amount = String(payment['cryptocurrency_amount']);
      const [whole = '', decimals = ''] = amount.split('.');
      const minor = ((BigInt(whole + decimals) * BigInt(part)) / 100n).toString();
      const digits = minor.padStart(decimals.length + 1, '0');
      const tag = payment['destination_tag'];
      await post(`/sandbox/chains/${String(payment['cryptocurrency_code'])}/send`, {
        address: payment['payment_cryptocurrency_address'],
        ...(typeof tag === 'string' ? { destination_tag: tag } : {}),
        cryptocurrency_amount: `${digits.slice(0, -decimals.length)}.${digits.slice(-decimals.length)}`,
      });
    },
    async advance(seconds) {
      await post('/sandbox/clock/advance', { seconds });
      // Access tokens expire when the clock moves, so the client signs in again.
      client = await merchantClient(testApp);
    },
    async close() {
      await shop.close();
      await testApp.close();
    },
  };
}

async function openShop() {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Shop</title><h1>${request.url}</h1>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    visits,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
