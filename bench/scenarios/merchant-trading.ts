import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Pool } from 'undici';
import { formatToken } from '../../src/merchant/market/conversions/conversion-token.rules.ts';
import { availableTo, tradingAccount, transfer } from '../../src/merchant/books/ledger.rules.ts';
import { postMovement } from '../../src/merchant/books/post-movement.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { openBarePool, runBareTransaction } from '../harness/bare-sql.ts';
import { benchCustomer, merchantAuthorization } from '../harness/merchant-client.ts';
import type { RunningPraca } from '../harness/praca.ts';
import { comparison, defaultConcurrency, type LoopTarget, type Surroundings } from '../scenario.ts';

interface Prepared {
  readonly authorization: string;
}

async function prepare(praca: RunningPraca): Promise<Prepared> {
  return { authorization: await merchantAuthorization(praca.url) };
}

const quote = { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', cryptocurrency_amount: '0.0001' };

const insertBareQuote = (pool: pg.Pool): Promise<unknown> => {
  const now = Date.now();
  return pool.query({
    name: 'insert_quote',
    text: `insert into merchant.conversions
      (id, secret_hash, psp_id, currency_pair, transaction_type, coin_amount, euro_amount, price, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      newId(now),
      createHash('sha256').update(randomBytes(32)).digest(),
      1,
      'BTCEUR',
      'WITHDRAW',
      '10000',
      '578',
      '5780000000000',
      new Date(now).toISOString(),
      new Date(now + 60_000).toISOString(),
    ],
  });
};

export const conversion = comparison<Prepared>({
  name: 'conversion',
  what: 'POST /conversions with a token, against the insert of a quote alone by the bare driver',
  budget: 0.5,
  prepare,
  ours: {
    kind: 'praca',
    requests: ({ authorization }) => [
      {
        path: '/merchant/conversions',
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify(quote),
      },
    ],
  },
  limit: {
    kind: 'loop',
    open: async (surroundings) => {
      const pool = openBarePool(surroundings);
      return () => insertBareQuote(pool);
    },
  },
});

const movement = (psp: number): pg.QueryConfig => ({
  name: 'post_movement',
  text: `
    with movement as (
      insert into merchant.ledger_movements (id, kind, reference, created_at)
      values ($1::uuid, 'bench', $1::text, $2::timestamptz) returning id, created_at
    ), given as materialized (
      select merchant.ledger_account(owner, asset) as account_id, amount
      from unnest($3::text[], $4::text[], $5::numeric[]) as entry (owner, asset, amount)
    )
    insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
    select given.account_id, movement.id, given.amount, movement.created_at
    from given cross join movement order by given.account_id`,
  values: [
    newId(),
    new Date().toISOString(),
    [`psp:${psp}`, 'provider:trading', 'provider:trading', `psp:${psp}`],
    ['EUR', 'EUR', 'BTC', 'BTC'],
    ['-1', '1', '-1', '1'],
  ],
});

const postBareMovement = (pool: pg.Pool, psp: number): Promise<void> =>
  runBareTransaction(pool, (client) => client.query(movement(psp)));

/** Number of quotes. Each order consumes one, so this must exceed what a run can use. */
const quotes = 150_000;

/** Inserted directly into the database, so that only orders are measured. */
async function makeTokens({ connection }: Surroundings<Prepared>): Promise<string[]> {
  const sql = openDatabase({
    connection,
    poolSize: 1,
    applicationName: 'praca bench',
    statementTimeoutMs: 0,
  });
  const made = Array.from({ length: quotes }, () => ({ id: newId(), secret: randomBytes(32) }));
  const hashes = made.map(({ secret }) => createHash('sha256').update(secret).digest('hex'));
  const expiresAt = new Date(Date.now() + 3_600_000);
  await sql`
    insert into merchant.conversions
      (id, secret_hash, psp_id, currency_pair, transaction_type, coin_amount, euro_amount, price, created_at, expires_at)
    select id, decode(hash, 'hex'), 1, 'BTCEUR', 'WITHDRAW', 1, 1, 1000000000000, ${new Date()}, ${expiresAt}
    from unnest(${made.map(({ id }) => id)}::uuid[], ${hashes}::text[]) as quote (id, hash)`;
  await sql`vacuum analyze merchant.conversions`;
  await sql.end();
  return made.map(formatToken);
}

/** Every request needs its own token, which a fixed list of requests cannot contain. */
const orderOverHttp: LoopTarget<Prepared> = {
  kind: 'loop',
  async open(surroundings) {
    const tokens = await makeTokens(surroundings);
    const http = new Pool(surroundings.pracaUrl, { connections: defaultConcurrency });
    const headers = {
      authorization: surroundings.prepared.authorization,
      'content-type': 'application/json',
    };
    return async () => {
      const order = { orderData: { conversion_token: tokens.pop(), customer_details: benchCustomer } };
      const body = JSON.stringify(order);
      const answer = await http.request({ path: '/merchant/orders', method: 'POST', headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(text);
    };
  },
};

export const order = comparison<Prepared>({
  name: 'order',
  what: 'POST /orders of one merchant, against the movement of its money alone: begin, post, commit of the bare driver',
  budget: 0.5,
  prepare,
  ours: orderOverHttp,
  limit: {
    kind: 'loop',
    open: async (surroundings) => {
      const pool = openBarePool(surroundings);
      return () => postBareMovement(pool, 1);
    },
  },
});

const merchants = 200;
const firstMerchant = 1000;

const trade = (sql: Sql, psp: number): Promise<void> =>
  transaction(sql, (tx) =>
    postMovement(
      tx,
      { clock },
      {
        kind: 'order',
        reference: newId(),
        entries: [
          ...transfer(availableTo(psp), tradingAccount, 'EUR', 1n),
          ...transfer(tradingAccount, availableTo(psp), 'BTC', 1n),
        ],
      },
    ),
  );

const tradesOf = (spread: number): LoopTarget<void> => ({
  kind: 'loop',
  open: async ({ connection, poolSize }) => {
    const sql = openDatabase({ connection, poolSize, applicationName: 'praca bench' });
    let turn = 0;
    return () => trade(sql, firstMerchant + (turn++ % spread));
  },
});

export const hotAccount = comparison<void>({
  name: 'hot account',
  what: `movements that all take euros from one merchant, against the same over ${merchants} merchants`,
  budget: 0.2,
  async prepare({ connection }) {
    const sql = openDatabase({ connection, poolSize: 1, applicationName: 'praca bench' });
    const gifts = Array.from({ length: merchants }, (_, index) =>
      transfer(tradingAccount, availableTo(firstMerchant + index), 'EUR', 1_000_000_000n),
    );
    await transaction(sql, (tx) =>
      postMovement(tx, { clock }, { kind: 'order', reference: newId(), entries: gifts.flat() }),
    );
    await sql.end();
  },
  ours: tradesOf(1),
  limit: tradesOf(merchants),
});
