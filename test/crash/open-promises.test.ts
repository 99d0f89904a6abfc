import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../src/platform/postgres/client/availability.ts';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { freePort } from '../support/free-port.ts';
import {
  postmasterOf,
  removeDirectory,
  runPraca,
  startPraca,
  temporaryDirectory,
  until,
  type PracaProcess,
} from '../support/process.ts';

const dataDir = temporaryDirectory();
let praca: PracaProcess | undefined;
after(async () => {
  await praca?.stop();
  await removeDirectory(dataDir);
});

const capCents = 100_000n;
const environment = {
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  SERVICES: 'merchant',
  OPEN_LIMIT_PSP: '1000.00',
  OPEN_LIMIT_COIN: '1000.00',
};
const base = `http://127.0.0.1:${environment.PORT}/merchant`;
const start = async (): Promise<PracaProcess> => (praca = await startPraca(environment));

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Returns undefined if the server or its database went down before the answer. */
async function ask(
  path: string,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> {
  try {
    const response = await fetch(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: token, ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
    return answer.status >= 500 ? undefined : answer;
  } catch {
    return undefined;
  }
}

async function retryUntilAnswered(path: string, token: string, body?: object): Promise<Answer> {
  let answer: Answer | undefined;
  await until(async () => (answer = await ask(path, token, body)) !== undefined, `an answer of ${path}`);
  assert.ok(answer);
  return answer;
}

async function authorize(): Promise<string> {
  const basic = `Basic ${btoa('sandbox-psp:sandbox-secret')}`;
  const { body } = await retryUntilAnswered('/oauth/token?grant_type=client_credentials', basic, {});
  return `Bearer ${String(body['access_token'])}`;
}

const quoteOf = (euros: string) => ({
  currency_pair: 'BTCEUR',
  transaction_type: 'WITHDRAW',
  money_amount: euros,
});
const customer = {
  customer_reference_id: 'c-1',
  customer_first_name: 'Ana',
  customer_last_name: 'Souza',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};

const paymentOf = (euros: string) => ({
  currency_code: 'EUR',
  payment_amount: euros,
  payment_reference: newId(),
  customer_details: customer,
  merchant_name: 'Padaria Central',
  payment_description: 'Pão fresco',
  success_return_url: 'https://shop.example/thanks',
  failure_return_url: 'https://shop.example/sorry',
});

/** Reads the stored promises and the totals in one snapshot. */
async function readPromises(): Promise<{ readonly rows: number; readonly open: bigint }> {
  const sql = openDatabase({
    connection: { host: join(dataDir, 'postgres/run'), port: 5432, user: 'praca', database: 'praca' },
    poolSize: 1,
    applicationName: 'test',
  });
  try {
    const [row] = await sql<{ rows: number; sum: bigint; total: bigint; open: bigint }[]>`
      select count(*)::int as rows, coalesce(sum(euro_amount), 0)::numeric(38, 0) as sum,
        coalesce(sum(euro_amount) filter (where ends_at > now()), 0)::numeric(38, 0) as open,
        (select coalesce(max(euro_amount), 0) from merchant.open_promise_totals where scope = 'psp:1')
          ::numeric(38, 0) as total
      from merchant.open_promises`;
    assert.ok(row);
    assert.equal(row.total, row.sum, 'the total is the sum of the rows');
    assert.ok(row.open <= capCents, `${row.open} cents are open`);
    return row;
  } finally {
    await sql.end();
  }
}

/** Reads them after PostgreSQL was killed. Its sessions go on answering for a moment without it. */
async function readPromisesAfterKill(): Promise<void> {
  await until(async () => {
    try {
      return (await readPromises()).rows >= 0;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      return false;
    }
  }, 'PostgreSQL again');
}

test('promises are kept or released and never exceed the cap while the process and PostgreSQL are killed with -9', async () => {
  let server = await start();
  const token = await authorize();
  const quotes: { readonly token: unknown; readonly askedAtMs: number }[] = [];
  const payments: { readonly id: string; readonly chosen: Record<string, unknown> }[] = [];
  const refusals = { count: 0 };
  let stop = false;
  const quote = async (): Promise<void> => {
    const askedAtMs = Date.now();
    const answer = await ask('/conversions', token, quoteOf('10.00'), { 'idempotency-key': newId() });
    if (answer?.status === 200) quotes.push({ token: answer.body['conversion_token'], askedAtMs });
    else if (answer) refusals.count += Number(answer.body['code'] === 'open_limit_reached');
  };
  const choose = async (): Promise<void> => {
    const made = await ask('/payments', token, paymentOf('30.00'));
    if (made === undefined) return;
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const id = String(made.body['payment_reference_id']);
    const answer = await ask(`/payments/${id}/conversion`, token, { cryptocurrency_code: 'BTC' });
    if (answer?.status === 200) payments.push({ id, chosen: answer.body });
    else if (answer) refusals.count += Number(answer.body['code'] === 'open_limit_reached');
  };
  const customers = Array.from({ length: 8 }, async (_, number) => {
    while (!stop) await (number % 2 === 0 ? quote() : choose());
  });
  /** Waits for completed work, then for a random time, so that the kill can hit any state. */
  const live = async (): Promise<void> => {
    const done = () => quotes.length + payments.length + refusals.count;
    const wanted = done() + 20;
    await Promise.race([until(() => done() >= wanted, 'some more promises'), Promise.all(customers)]);
    await sleep(Math.random() * 100);
  };
  try {
    for (let kill = 0; kill < 2; kill++) {
      await live();
      process.kill(server.pid, 'SIGKILL');
      server = await start();
      assert.ok((await readPromises()).rows > 0);
      await live();
      process.kill(postmasterOf(dataDir), 'SIGKILL');
      await readPromisesAfterKill();
      await retryUntilAnswered('/balances', token);
    }
    await live();
  } finally {
    stop = true;
    await Promise.all(customers);
  }
  assert.ok(refusals.count > 0, 'the cap was reached');
  assert.ok(quotes.length > 0 && payments.length > 0);

  // Answered promises are kept until they expire.
  for (const { id, chosen } of payments.slice(0, 5)) {
    const { body } = await retryUntilAnswered(`/payments/${id}`, token);
    assert.equal(body['payment_status'], 'PENDING');
    assert.equal(body['cryptocurrency_amount'], chosen['cryptocurrency_amount']);
  }
  for (const { token: conversion_token, askedAtMs } of quotes.slice(-3)) {
    const order = { orderData: { conversion_token, customer_details: customer } };
    const { status, body } = await retryUntilAnswered('/orders', token, order);
    if (Date.now() - askedAtMs < 60_000) assert.equal(status, 200, JSON.stringify(body));
    else assert.ok(status === 200 || body['code'] === 'conversion_token_expired', JSON.stringify(body));
  }

  // After all promises have expired, the whole cap is available again.
  await retryUntilAnswered('/sandbox/clock/advance', token, { seconds: 4 * 3600 });
  const later = await authorize();
  await until(
    async () => (await retryUntilAnswered('/conversions', later, quoteOf('1000.00'))).status === 200,
    'all of the cap',
  );
  const { code, output } = await runPraca(['ledger', 'check'], environment);
  assert.equal(code, 0, output);
  assert.match(output, /open promises agree with their rows/);
  assert.equal(await server.stop(), 0);
  praca = undefined;
});
