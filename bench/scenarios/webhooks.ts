import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/platform/ids.ts';
import { platformSettings } from '../../src/platform/platform.settings.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { createSealer } from '../../src/platform/tokens/sealer.ts';
import { median } from '../harness/latencies.ts';
import type { Measurement } from '../scenario.ts';

const endpoints = 10;
/** More than can be sent in one window, so that only the sender limits the rate. */
const backlogEach = 2500;
const warmUpMs = 1000;
/** Response time of a remote receiver. On loopback alone the sender's concurrency limit would have no effect. */
const answerMs = 50;
const windowMs = 3000;
const windows = 6;
const pspId = 1;

export const webhooks: Measurement = {
  name: 'webhooks',
  what: 'deliveries a second to ten endpoints from the moment that one of them hangs, as a share of the rate with none hanging',
  async measure(stage) {
    const praca = await stage.startPraca();
    const sql = openDatabase({ connection: praca.connection, poolSize: 2, applicationName: 'praca bench' });
    const receiver = await openReceiver();
    try {
      await addEndpoints(sql, receiver.port);
      const none = [await measureWindow(sql, receiver, undefined)];
      const one: number[] = [];
      for (let window = 0; window < windows; window++) {
        one.push(await measureWindow(sql, receiver, window));
        none.push(await measureWindow(sql, receiver, undefined));
      }
      return { value: 100 * shareOf(one, none), unit: describeRates(one, none), atLeast: 90 };
    } finally {
      receiver.server.closeAllConnections();
      receiver.server.close();
      await sql.end();
      await praca.stop();
    }
  },
};

/** Compares each window with its two neighbours, so that other load on the machine cancels out. */
function shareOf(one: readonly number[], none: readonly number[]): number {
  return median(
    one.map((rate, index) => (2 * rate) / ((none[index] ?? Number.NaN) + (none[index + 1] ?? Number.NaN))),
  );
}

const describeRates = (one: readonly number[], none: readonly number[]): string =>
  `% (${Math.round(median(one))}/s of ${Math.round(median(none))}/s)`;

interface Receiver {
  readonly server: Server;
  readonly port: number;
  answered: number;
  hanging: string | undefined;
}

async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url === receiver.hanging) return;
      setTimeout(() => {
        receiver.answered++;
        response.writeHead(204).end();
      }, answerMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const receiver: Receiver = { server, port, answered: 0, hanging: undefined };
  return receiver;
}

/** Inserts more endpoints than the five that a merchant may register through the API. */
async function addEndpoints(sql: Sql, port: number): Promise<void> {
  const sealer = createSealer(platformSettings.SECRET_KEY.sandbox, '');
  for (let index = 0; index < endpoints; index++) {
    const id = newId();
    const secret = `whsec_${Buffer.alloc(32, index).toString('base64')}`;
    await sql`
      insert into merchant.webhook_endpoints (id, psp_id, url, sealed_secret, created_at)
      values (${id}, ${pspId}, ${`http://127.0.0.1:${port}/${index}`}, ${sealer.seal(secret, `webhook secret ${id}`)},
        now())`;
  }
}

async function measureWindow(sql: Sql, receiver: Receiver, hanging: number | undefined): Promise<number> {
  await fillQueue(sql);
  await sleep(warmUpMs);
  receiver.hanging = hanging === undefined ? undefined : `/${hanging}`;
  const before = receiver.answered;
  const startedMs = performance.now();
  await sleep(windowMs);
  const rate = (1000 * (receiver.answered - before)) / (performance.now() - startedMs);
  const [left] = await sql<{ least: number }[]>`
    select coalesce(min(waiting), 0)::int as least from (
      select count(d.id) as waiting from merchant.webhook_endpoints e
      left join merchant.webhook_deliveries d on d.endpoint_id = e.id and d.status = 'PENDING' group by e.id) counted`;
  if ((left?.least ?? 0) === 0) throw new Error('A queue ran empty: the window measured its length.');
  // Closes hanging connections, so that all windows begin in the same state.
  receiver.server.closeAllConnections();
  await sleep(500);
  return rate;
}

async function fillQueue(sql: Sql): Promise<void> {
  await sql`truncate merchant.webhook_deliveries`;
  await sql`update merchant.webhook_endpoints set failures = 0`;
  const event = {
    order_id: newId(),
    order_status: 'COMPLETED',
    order_transaction_type: 'DEPOSIT',
    currency_pair: 'BTCEUR',
    cryptocurrency_amount: '0.01000000',
    order_total: '512.30',
    customer_details: { customer_reference_id: 'customer-1', customer_email_address: 'someone@shop.example' },
    payment_address: null,
    blockchain_transaction_id: null,
    payment_reference_id: null,
    payment_status: null,
  };
  await sql`
    insert into merchant.webhook_deliveries
      (psp_id, id, endpoint_id, order_id, event_type, event_sequence, occurred_at, event, status, due_at)
    select ${pspId}, gen_random_uuid(), e.id, gen_random_uuid(), 'order.completed', 1, now(),
      ${sql.json(event)}::json, 'PENDING', now()
    from merchant.webhook_endpoints e cross join generate_series(1, ${backlogEach}::int)`;
  await sql`analyze merchant.webhook_deliveries`;
}
