import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  postmasterOf,
  removeDirectory,
  startPraca,
  temporaryDirectory,
  until,
  type PracaProcess,
} from '../support/process.ts';

const dataDir = temporaryDirectory();
after(() => removeDirectory(dataDir));

const port = 18_000 + Math.floor(Math.random() * 10_000);
const base = `http://127.0.0.1:${port}/merchant`;
const start = (): Promise<PracaProcess> =>
  startPraca({ DATA_DIR: dataDir, PORT: String(port), SERVICES: 'merchant' });

const customer = {
  customer_reference_id: 'c-1',
  customer_first_name: 'Ana',
  customer_last_name: 'Souza',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Repeats a request until it is answered, as a client with an idempotency key does. */
async function retryUntilAnswered(
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  for (let attempt = 0; attempt < 6000; attempt++) {
    try {
      const response = await fetch(base + path, {
        method: body === undefined && !path.startsWith('/oauth') ? 'GET' : 'POST',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
      const again = answer.status >= 500 || answer.body['code'] === 'idempotency_in_progress';
      if (!again) return answer;
    } catch {
      // The server is down at the moment.
    }
    await sleep(50);
  }
  throw new Error(`${path} was never answered`);
}

async function authorize(): Promise<Record<string, string>> {
  const basic = `Basic ${btoa('sandbox-psp:sandbox-secret')}`;
  const { body } = await retryUntilAnswered('/oauth/token?grant_type=client_credentials', {
    authorization: basic,
  });
  return { authorization: `Bearer ${String(body['access_token'])}` };
}

/** Repeats one purchase of 0.001 BTC until it is answered. Returns the order's id and its price. */
async function buy(key: string, token: Record<string, string>): Promise<{ id: string; cents: bigint }> {
  for (;;) {
    const quote = await retryUntilAnswered('/conversions', token, {
      currency_pair: 'BTCEUR',
      transaction_type: 'WITHDRAW',
      cryptocurrency_amount: '0.001',
    });
    assert.equal(quote.status, 200, JSON.stringify(quote.body));
    const order = await retryUntilAnswered(
      '/orders',
      { ...token, 'idempotency-key': key },
      { orderData: { conversion_token: quote.body['conversion_token'], customer_details: customer } },
    );
    if (order.body['code'] === 'conversion_token_expired') continue;
    assert.equal(order.status, 200, JSON.stringify(order.body));
    return {
      id: String(order.body['order_id']),
      cents: BigInt(String(quote.body['transaction_total']).replace('.', '')),
    };
  }
}

test('orders are neither lost nor doubled while the process and PostgreSQL are killed with -9', async () => {
  let praca = await start();
  const token = await authorize();
  const orders: { id: string; cents: bigint }[] = [];
  let stop = false;
  const customers = Array.from({ length: 4 }, async (_, number) => {
    for (let turn = 0; !stop; turn++) orders.push(await buy(`customer ${number} turn ${turn}`, token));
  });
  /** Waits for completed work instead of a time, then for a random time, so that the kill can hit any state. */
  const live = async (): Promise<void> => {
    const wanted = orders.length + 5 + Math.floor(Math.random() * 10);
    // A failed request of a customer ends the test.
    await Promise.race([
      until(() => stop || orders.length >= wanted, 'some more orders'),
      Promise.all(customers),
    ]).catch((error: unknown) => {
      stop = true;
      throw error;
    });
    await sleep(Math.random() * 100);
  };
  for (let kill = 0; kill < 2; kill++) {
    await live();
    process.kill(praca.pid, 'SIGKILL');
    praca = await start();
    await live();
    process.kill(postmasterOf(dataDir), 'SIGKILL');
  }
  await live();
  stop = true;
  await Promise.all(customers);
  assert.ok(orders.length > 20, `only ${orders.length} orders`);
  assert.equal(new Set(orders.map((order) => order.id)).size, orders.length);
  const spent = orders.reduce((sum, order) => sum + order.cents, 0n);
  // `retryUntilAnswered` is typed for operations that return an object, but this one returns a list.
  const balances = (await retryUntilAnswered('/balances', token)).body as unknown as {
    currency_code: string;
    balance: string;
  }[];
  const balance = (code: string): bigint =>
    BigInt((balances.find((row) => row.currency_code === code)?.balance ?? '').replace('.', ''));
  assert.equal(balance('BTC'), 1_000_000_000n + 100_000n * BigInt(orders.length));
  assert.equal(balance('EUR'), 100_000_000n - spent);
  assert.equal(await praca.stop(), 0);
});
