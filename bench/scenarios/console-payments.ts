import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { findPayments, type PaymentSearch } from '../../src/merchant/payments/listing/list-payments.ts';
import { foldPaymentDays } from '../../src/merchant/payments/days/payment-days.ts';
import type { MerchantContext } from '../../src/merchant/merchant.context.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { takeStatement } from '../harness/bare-sql.ts';
import { lookAroundAsMerchant } from '../harness/console-visitor.ts';
import type { RunningPraca } from '../harness/praca.ts';
import type { Stage } from '../harness/stage.ts';
import type { Measurement } from '../scenario.ts';

/** `BENCH_POPULATION=large npm run bench -- console` creates a million payments, which takes some minutes. */
const payments = process.env['BENCH_POPULATION'] === 'large' ? 1_000_000 : 100_000;
const scale = `among ${payments.toLocaleString('en')} payments of a year (BENCH_POPULATION=large: 1,000,000)`;
const rounds = 60;

const filters: readonly (readonly [query: string, filter: Partial<PaymentSearch>])[] = [
  ['', {}],
  ['status=UNRESOLVED', { status: 'UNRESOLVED' }],
  ['status=EXPIRED&coin=XRP', { status: 'EXPIRED', coin: 'XRP' }],
  ['coin=BTC&reason=UNDERPAID', { coin: 'BTC', exception: 'UNDERPAID' }],
];

/** Shared by both scenarios, filled on first use. */
const filled = new WeakMap<Stage, Promise<{ praca: RunningPraca; cookie: string }>>();
const open = (stage: Stage): Promise<{ praca: RunningPraca; cookie: string }> => {
  const known = filled.get(stage) ?? fillIn(stage);
  filled.set(stage, known);
  return known;
};

async function fillIn(stage: Stage): Promise<{ praca: RunningPraca; cookie: string }> {
  const praca = await stage.startPraca();
  const sql = openSql(praca);
  await sql`
    insert into merchant.payments (
      id, psp_id, status, exceptions, payment_reference, euro_amount, merchant_name, description, customer_reference_id,
      customer_first_name, customer_last_name, customer_email_address, customer_ip_address, coin, settled_euro_amount,
      created_at, updated_at, expires_at)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
      1, status, case when status = 'UNRESOLVED' then array['UNDERPAID'] else '{}' end, 'order ' || n, 2500 + n % 5000,
      'Livraria da Praça', 'Two books', 'customer ' || n % 10000, 'Ana', 'Sousa', 'ana' || n % 10000 || '@example.com',
      '203.0.113.7', (array['BTC', 'LTC', 'ETH', 'XRP', 'BCH'])[1 + n / 11 % 5],
      case when status = 'PAID' then 2500 + n % 5000 end, at, at, at
    from (
      select n, now() - interval '364 days' * (1 - n::float / ${payments}::int) as at,
        case when n % 500 = 0 then 'UNRESOLVED' when n % 7 = 0 then 'EXPIRED' else 'PAID' end as status
      from generate_series(1, ${payments}::int) n
    ) made`;
  await foldPaymentDays({ sql });
  await sql`vacuum analyze merchant.payments, merchant.payment_days, merchant.payment_day_changes`;
  await sql.end();
  return { praca, cookie: await lookAroundAsMerchant(praca.url) };
}

const openSql = ({ connection }: RunningPraca): Sql =>
  openDatabase({ connection, poolSize: 1, applicationName: 'praca bench', statementTimeoutMs: 0 });

async function timeToFirstByte(url: string, cookie: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  const tookMs = performance.now() - startedMs;
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  await answer.text();
  return tookMs;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export const consolePayments: Measurement = {
  name: 'console payments',
  what: `first byte of the console's list of payments, as a multiple of its statement by the bare driver, the worst of ${filters.length} filters, ${scale}`,
  async measure(stage) {
    const { praca, cookie } = await open(stage);
    const pool = new pg.Pool({ ...praca.connection, max: 1 });
    const ratios: number[] = [];
    for (const [query, filter] of filters) {
      const statement = await takeStatement((tag) =>
        findPayments(
          { sql: { reading: tag } as unknown as MerchantContext['sql'] },
          {
            pspId: 1,
            metadata: [],
            cursor: undefined,
            limit: 50,
            ...filter,
          },
        ),
      );
      const [ours, bare]: [number[], number[]] = [[], []];
      // Alternates, so that other load on the machine affects both.
      for (let round = 0; round < rounds; round++) {
        ours.push(await timeToFirstByte(`${praca.url}/console/psp/1/payments?${query}`, cookie));
        const startedMs = performance.now();
        await pool.query(statement);
        bare.push(performance.now() - startedMs);
      }
      if (process.env['BENCH_VERBOSE']) console.log(query, medianOf(ours), medianOf(bare));
      ratios.push(medianOf(ours) / medianOf(bare));
    }
    await pool.end();
    return { value: Math.max(...ratios), unit: '× SQL', atMost: 3 };
  },
};

export const consoleOverview: Measurement = {
  name: 'console overview',
  what: `first byte of the console's overview of 365 days, ${scale}`,
  async measure(stage) {
    const { praca, cookie } = await open(stage);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      times.push(await timeToFirstByte(`${praca.url}/console/psp/1?days=365`, cookie));
    }
    await praca.stop();
    return { value: medianOf(times), unit: 'ms', atMost: 100 };
  },
};
