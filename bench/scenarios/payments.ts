import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { insertAddress } from '../../src/merchant/chains/receipts/address.store.ts';
import { nextPlaces } from '../../src/merchant/chains/receipts/branch.store.ts';
import { getChainState } from '../../src/merchant/chains/state/get-chain-state.ts';
import { openOrder } from '../../src/merchant/orders/open-order.ts';
import type { Choice } from '../../src/merchant/payments/facts/payment.rules.ts';
import { insertChoice, lockPayment, updatePayment } from '../../src/merchant/payments/facts/payment.store.ts';
import { findRecords } from '../../src/merchant/payments/views/payment-records.store.ts';
import { findView } from '../../src/merchant/payments/views/payment-view.store.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { openDatabase, type Sql, type Tx } from '../../src/platform/postgres/client/database.ts';
import type { Tag } from '../../src/platform/postgres/client/sql.ts';
import { openBarePool, runBareStatements, runBareTransaction, takeStatement } from '../harness/bare-sql.ts';
import {
  benchCustomer,
  merchantAuthorization,
  openMerchantClient,
  paymentRequest,
} from '../harness/merchant-client.ts';
import type { RunningPraca } from '../harness/praca.ts';
import { bareFastify } from '../harness/servers.ts';
import { comparison, defaultConcurrency, type CallerTarget, type Surroundings } from '../scenario.ts';
import { Type } from '../../src/platform/http/type.ts';

interface Prepared {
  readonly authorization: string;
}

const prepare = async (praca: RunningPraca): Promise<Prepared> => ({
  authorization: await merchantAuthorization(praca.url),
});

/** The insert of a payment, as text for plain `pg`. */
const insertText = `
  insert into merchant.payments (
    id, psp_id, status, payment_reference, euro_amount, merchant_name, description, success_return_url,
    failure_return_url, customer_reference_id, customer_first_name, customer_last_name, customer_email_address,
    customer_ip_address, created_at, updated_at, expires_at)
  values ($1, 1, 'NEW', $2, 2500, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13)`;

function insertValues(id: string): unknown[] {
  const nowMs = Date.now();
  return [
    id,
    paymentRequest.payment_reference,
    paymentRequest.merchant_name,
    paymentRequest.payment_description,
    paymentRequest.success_return_url,
    paymentRequest.failure_return_url,
    ...Object.values(benchCustomer),
    new Date(nowMs).toISOString(),
    new Date(nowMs + 3_600_000).toISOString(),
  ];
}

export const paymentCreated = comparison<Prepared>({
  name: 'payment created',
  what: 'POST /payments with a token, against a bare Fastify route that inserts the same row in a transaction',
  budget: 0.5,
  prepare,
  ours: {
    kind: 'praca',
    requests: ({ authorization }) => [
      {
        path: '/merchant/payments',
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify(paymentRequest),
      },
    ],
  },
  limit: {
    kind: 'server',
    serve: bareFastify((app, surroundings) => {
      const pool = openBarePool(surroundings);
      app.post('/merchant/payments', async () => {
        const id = newId();
        await runBareTransaction(pool, (client) =>
          client.query({ name: 'add_payment', text: insertText, values: insertValues(id) }),
        );
        return {
          payment_amount: '25.00',
          currency_code: 'EUR',
          payment_status: 'NEW',
          payment_description: paymentRequest.payment_description,
          payment_expiration_timestamp: new Date().toISOString(),
          payment_reference_id: id,
          supported_payment_methods: ['BTC', 'BCH', 'LTC', 'ETH', 'XRP'].map((code) => ({
            cryptocurrency_name: code,
            cryptocurrency_code: code,
          })),
        };
      });
    }),
    requests: () => [{ path: '/merchant/payments', method: 'POST', body: JSON.stringify(paymentRequest) }],
  },
});

/** Number of payments. Each choice consumes one, so this must exceed what a run can use. */
const payments = 60_000;

/** Inserts directly into the database, so that only choices are measured. */
async function makePayments(sql: Sql): Promise<string[]> {
  const ids = Array.from({ length: payments }, () => newId());
  await sql`
    insert into merchant.payments (
      id, psp_id, status, payment_reference, euro_amount, merchant_name, description, customer_reference_id,
      customer_first_name, customer_last_name, customer_email_address, customer_ip_address, created_at, updated_at,
      expires_at)
    select id, 1, 'NEW', 'bench', 2500, 'Livraria', 'Books', 'c', 'A', 'B', 'a@b.example', '203.0.113.7', now(), now(),
      now() + interval '1 day'
    from unnest(${ids}::uuid[]) as given (id)`;
  return ids;
}

const open = ({ connection, poolSize }: Surroundings<Prepared>): Sql =>
  openDatabase({ connection, poolSize, applicationName: 'praca bench', statementTimeoutMs: 0 });

/** Every request needs its own payment, which a fixed list of requests cannot contain. */
const callChoice: CallerTarget<Prepared>['call'] = async (surroundings, url) => {
  const sql = open(surroundings);
  const ids = await makePayments(sql);
  await sql.end();
  const http = new Pool(url, { connections: defaultConcurrency });
  const headers = {
    authorization: surroundings.prepared.authorization,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ cryptocurrency_code: 'LTC' });
  return async () => {
    const path = `/merchant/payments/${ids.pop()}/conversion`;
    const answer = await http.request({ path, method: 'POST', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(text);
  };
};

/** Runs only the statements of a choice: no price, no address, no check. */
async function chooseBare(tx: Tx, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error('there is no such payment');
  await getChainState(tx, 'LTC');
  const now = clock.now();
  const [place = { branch: 0, index: 0 }] = await nextPlaces(tx, 'LTC', 1);
  const destination = `bench ${newId()}`;
  const address = { address: destination, destinationTag: null, destination };
  insertAddress(tx, {
    coin: 'LTC',
    ...address,
    account: 0,
    ...place,
    purpose: 'payment',
    subjectId: paymentId,
    createdAt: now,
  });
  const choice: Choice = {
    id: newId(),
    coin: 'LTC',
    address: destination,
    destination_tag: null,
    destination,
    payment_uri: `litecoin:${destination}?amount=0.3`,
    price: 8_000_000_000n,
    coin_amount: 30_000_000n,
    required_confirmations: 3,
    chosen_at: now,
    expires_at: new Date(now.getTime() + 900_000),
    mined_by: new Date(now.getTime() + 4_500_000),
  };
  insertChoice(tx, paymentId, choice);
  const order = await openOrder(
    tx,
    { clock },
    {
      psp_id: 1,
      kind: 'payment',
      order_type: 'DEPOSIT',
      status: 'PROCESSING',
      currency_pair: 'LTCEUR',
      coin_amount: choice.coin_amount,
      euro_amount: 2500n,
      payment_address: destination,
      payment_reference_id: paymentId,
      customer: payment,
      paymentStatus: 'PENDING',
    },
  );
  updatePayment(tx, {
    ...payment,
    status: 'PENDING',
    choice_id: choice.id,
    order_id: order.id,
    expires_at: choice.expires_at,
    updated_at: now,
  });
}

export const coinChosen = comparison<Prepared>({
  name: 'coin chosen',
  what: 'POST /payments/…/conversion of a new payment each time, against a bare Fastify route with its statements',
  budget: 0.5,
  prepare,
  ours: { kind: 'caller', call: callChoice },
  limit: {
    kind: 'caller',
    serve: bareFastify((app, surroundings) => {
      const pool = openBarePool(surroundings);
      app.post<{ Params: { id: string } }>(
        '/merchant/payments/:id/conversion',
        async ({ params: { id } }) => {
          await runBareStatements(pool, (tx) => chooseBare(tx, id));
          return {
            payment_reference_number: id,
            payment_currency: 'EUR',
            payment_amount: '25.00',
            cryptocurrency_amount: '0.30000000',
            merchant_name: 'Livraria',
            payment_status: 'PENDING',
            cryptocurrency_code: 'LTC',
            payment_cryptocurrency_address: 'tltc1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
            destination_tag: null,
            payment_uri: 'litecoin:tltc1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl?amount=0.3',
            payment_expire_duration_seconds: 900,
          };
        },
      );
    }),
    call: callChoice,
  },
  peerName: 'the same statements without HTTP',
  peer: {
    kind: 'loop',
    async open(surroundings) {
      const sql = open(surroundings);
      const ids = await makePayments(sql);
      await sql.end();
      const pool = openBarePool(surroundings);
      return () => runBareStatements(pool, (tx) => chooseBare(tx, ids.pop() ?? ''));
    },
  },
});

interface Chosen extends Prepared {
  readonly ids: readonly string[];
}

/** Retries, because a Praça that has just started refuses until it has read its chains. */
async function chooseBitcoin(choose: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await choose();
      return;
    } catch (error) {
      if (attempt === 60 || !String(error).includes('node_unavailable')) throw error;
      await sleep(500);
    }
  }
}

/** Creates payments that wait for coins, the most frequent state of requested payments. */
async function preparePending(praca: RunningPraca): Promise<Chosen> {
  const call = await openMerchantClient(praca.url);
  const ids: string[] = [];
  for (let index = 0; index < 50; index++) {
    const { payment_reference_id: id } = await call<{ payment_reference_id: string }>(
      '/payments',
      paymentRequest,
    );
    await chooseBitcoin(() => call(`/payments/${id}/conversion`, { cryptocurrency_code: 'BTC' }));
    ids.push(id);
  }
  return { ...(await prepare(praca)), ids };
}

/** Runs Praça's statement through plain `pg` in a bare route that returns the same text. */
const bareLookup = (path: string, type: string, find: (tag: Tag, id: string) => Promise<unknown>) =>
  bareFastify<Chosen>(async (app, surroundings) => {
    const pool = openBarePool(surroundings);
    const [id = ''] = surroundings.prepared.ids;
    const { authorization } = surroundings.prepared;
    const sample = await fetch(`${surroundings.pracaUrl}${path}${id}`, { headers: { authorization } });
    const text = await sample.text();
    const statement = await takeStatement((tag) => find(tag, id));
    const schema = { params: Type.Object({ id: Type.String() }) };
    app.get<{ Params: { id: string } }>(`${path}:id`, { schema }, async (request, reply) => {
      const values = statement.values.map((value) => (value === id ? request.params.id : value));
      const { rows } = await pool.query({ ...statement, values });
      if (rows.length === 0) throw new Error('there is no such payment');
      return reply.type(type).send(text);
    });
  });

const requestsTo =
  (path: string) =>
  ({ ids, authorization }: Chosen) =>
    ids.map((id) => ({ path: `${path}${id}`, headers: { authorization } }));

export const paymentLookup = comparison<Chosen>({
  name: 'payment lookup',
  what: 'GET /payments/… of a payment that waits, against a bare Fastify route with its select and the same text',
  budget: 0.6,
  prepare: preparePending,
  ours: { kind: 'praca', requests: requestsTo('/merchant/payments/') },
  limit: {
    kind: 'server',
    serve: bareLookup('/merchant/payments/', 'application/json', (tag, id) => findRecords(tag, 1, id)),
    requests: requestsTo('/merchant/payments/'),
  },
});

export const hostedPage = comparison<Chosen>({
  name: 'hosted page',
  what: 'GET /pay/… with its QR code, against a bare Fastify route with its select and the same text',
  budget: 0.6,
  prepare: preparePending,
  ours: { kind: 'praca', requests: requestsTo('/pay/') },
  limit: {
    kind: 'server',
    serve: bareLookup('/pay/', 'text/html; charset=utf-8', findView),
    requests: requestsTo('/pay/'),
  },
});
