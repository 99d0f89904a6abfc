import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { untilFunded } from '../../../../test/support/coins.ts';
import { createPerson, memberAs, openConsoleApp, signIn } from '../../../../test/support/console.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import {
  dayMs,
  passTime,
  playDay,
  type Stage,
  type Trader,
} from '../../../../test/support/month-of-trade.ts';
import { formatMoney } from '../../../platform/pages/figures.page.ts';
import { parseAmount } from '../../../platform/money.ts';
import { assetCodes, decimalsOf, type AssetCode } from '../../assets/asset.rules.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { movementKinds, reportAccounts } from '../../books/movement-kinds.rules.ts';
import { figureNames, figuresOf, type Figure } from './ledger-report.rules.ts';

type Line = Record<Figure | 'day' | 'currency_code', string>;
type Entry = Record<'created_at' | 'kind' | 'currency_code' | 'amount' | 'balance_after', string>;

let praca: TestApp;
let stage: Stage;
let month: string;
let lastDay: string;
/** Reports of each day, read on the following morning. */
const onTheMorrow = new Map<string, Line[]>();

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

before(async () => {
  praca = await openConsoleApp({
    SIMULATED_BLOCK_SECONDS: '0',
    CONFIRMATIONS: 'BTC=1/1/1,BCH=1/1/1,LTC=1/1/1,ETH=1/1/1,XRP=1/1/1',
  });
  await praca.start();
  await untilFunded(praca.sql);
  await praca.runJobs();
  const psp = await createPsp(praca.platform, 'Second');
  const trader = async (
    pspId: number,
    coin: Trader['coin'],
    credentials: Trader['credentials'] = {},
  ): Promise<Trader> => ({
    pspId,
    coin,
    heldCoin: coin === 'LTC' ? 'BCH' : 'LTC',
    credentials,
    client: await merchantClient(praca, credentials),
  });
  stage = { praca, traders: [await trader(1, 'LTC'), await trader(psp.pspId, 'BCH', psp)] };
  const now = praca.clock.now();
  const firstMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  month = dayOf(firstMs).slice(0, 7);
  const pending = new Map(stage.traders.map((one) => [one, {}]));
  for (let number = 1; number <= 28; number++) {
    const morningMs = firstMs + (number - 1) * dayMs + 9 * 3_600_000;
    await passTime(stage, morningMs - praca.clock.nowMs());
    await rememberYesterday();
    for (const one of stage.traders) await playDay(stage, one, pending.get(one) ?? {}, number);
  }
  lastDay = dayOf(praca.clock.nowMs());
});
after(() => praca.close());

async function rememberYesterday(): Promise<void> {
  const yesterday = dayOf(praca.clock.nowMs() - dayMs);
  for (const { pspId, client } of stage.traders) {
    const answer = await client.get(`/reports/daily/ledger?to=${yesterday}`);
    onTheMorrow.set(`${pspId} ${yesterday}`, answer.json());
  }
}

async function readAll(trader: Trader, first: string, headers = {}): Promise<string[]> {
  const bodies: string[] = [];
  let path: string | undefined = first;
  while (path !== undefined) {
    const answer = await trader.client.get(path, headers);
    assert.equal(answer.statusCode, 200, answer.body);
    bodies.push(answer.body);
    path = /<http[^>]*\/merchant(\/[^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
  }
  return bodies;
}

const readReport = async (trader: Trader): Promise<Line[]> =>
  (await readAll(trader, `/reports/daily/ledger?from=${month}-01&to=${lastDay}`)).flatMap((body) =>
    JSON.parse(body),
  );

/** Returns the rows of CSV files without their headers. */
const cellsOf = (bodies: readonly string[]): string[][] =>
  bodies.flatMap((body) =>
    body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')),
  );

function minor(asset: string, amount: string): bigint {
  const parsed = parseAmount(amount.replace('-', ''), decimalsOf(asset as AssetCode));
  assert.ok('minor' in parsed, amount);
  return amount.startsWith('-') ? -parsed.minor : parsed.minor;
}

const figure = (line: Line, name: Figure): bigint => minor(line.currency_code, line[name]);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);
const total = (lines: readonly Line[], asset: string, name: Figure): bigint =>
  sum(lines.filter((line) => line.currency_code === asset).map((line) => figure(line, name)));

const readStatement = async (trader: Trader): Promise<Entry[]> =>
  (await readAll(trader, `/ledger?limit=200&from=${month}-01T00:00:00Z&to=${lastDay}T23:59:59.999Z`)).flatMap(
    (body) => JSON.parse(body),
  );

/** Columns by kind of entry, written independently of the product's own table. */
const columnsOfStatement: Partial<Record<Figure, (entry: Entry) => boolean>> = {
  payments: ({ kind }) => kind === 'payment',
  payment_reversals: ({ kind }) => kind === 'payment_reversed',
  buys: ({ kind, currency_code: code, amount }) =>
    kind === 'order' && (code === 'EUR') === amount.startsWith('-'),
  sells: ({ kind, currency_code: code, amount }) =>
    kind === 'order' && (code === 'EUR') !== amount.startsWith('-'),
  deposits: ({ kind }) => kind === 'deposit',
  deposit_reversals: ({ kind }) => kind === 'deposit_reversed',
  withdrawals: ({ kind }) => kind === 'withdrawal',
  withdrawal_returns: ({ kind }) => kind === 'withdrawal_failed',
  bought_refunds: ({ kind }) => kind === 'refund',
  releases: ({ kind }) => kind === 'release',
  network_fees: ({ kind }) => kind.startsWith('network_fee'),
  adjustments: ({ kind }) => kind === 'adjustment',
};

test('each day and the month of the report match the statement in every figure, for both merchants', async () => {
  for (const trader of stage.traders) {
    const lines = await readReport(trader);
    const entries = await readStatement(trader);
    const places = Map.groupBy(entries, (entry) => `${entry.created_at.slice(0, 10)} ${entry.currency_code}`);
    for (const line of lines) {
      const own = places.get(`${line.day} ${line.currency_code}`) ?? [];
      const where = `PSP ${trader.pspId} ${line.day} ${line.currency_code}`;
      for (const name of reportAccounts.balance.columns) {
        const ofColumn = own.filter((entry) => columnsOfStatement[name]?.(entry) ?? false);
        const expected = sum(ofColumn.map((entry) => minor(line.currency_code, entry.amount)));
        assert.equal(figure(line, name), expected, `${where} ${name}`);
      }
      const [last] = own;
      assert.equal(line.closing_balance, last?.balance_after ?? line.opening_balance, where);
      places.delete(`${line.day} ${line.currency_code}`);
    }
    assert.deepEqual([...places.keys()], [], 'every entry is on a line');
    const statement = cellsOf(
      await readAll(
        trader,
        `/ledger?limit=200&format=csv&from=${month}-01T00:00:00Z&to=${lastDay}T23:59:59.999Z`,
      ),
    );
    assert.equal(statement.length, entries.length);
    for (const asset of assetCodes) {
      const moved = sum(
        statement.filter((cells) => cells[4] === asset).map((cells) => minor(asset, cells[5] ?? '')),
      );
      const columns = reportAccounts.balance.columns.map((name) => total(lines, asset, name));
      assert.equal(sum(columns), moved, `PSP ${trader.pspId} ${asset} in the whole month`);
    }
  }
});

test('on each account and day the opening balance plus the columns is the closing balance, with which the next day opens', async () => {
  for (const trader of stage.traders) {
    const lines = await readReport(trader);
    for (const [asset, own] of Map.groupBy(lines, (line) => line.currency_code)) {
      for (const account of ['balance', 'held', 'reserved'] as const) {
        const { opening, columns, closing } = reportAccounts[account];
        for (const [index, line] of own.entries()) {
          const where = `PSP ${trader.pspId} ${line.day} ${asset} ${account}`;
          const moved = sum(columns.map((name) => figure(line, name)));
          assert.equal(figure(line, opening) + moved, figure(line, closing), where);
          const before = own[index - 1];
          if (before) assert.equal(line[opening], before[closing], where);
        }
      }
    }
    const balances = (await trader.client.get('/balances')).json() as Record<string, string>[];
    for (const { currency_code: asset = '', balance, held, reserved } of balances) {
      const line = lines.find((one) => one.day === lastDay && one.currency_code === asset);
      assert.deepEqual(
        [line?.closing_balance, line?.held_closing_balance, line?.reserved_closing_balance].map((amount) =>
          minor(asset, amount ?? '0'),
        ),
        [balance, held, reserved].map((amount) => minor(asset, amount ?? '0')),
        `PSP ${trader.pspId} ${asset}`,
      );
    }
  }
});

test('the held and reserved figures match the ledger on each day', async () => {
  const rows = await praca.sql<
    { owner: string; asset: AssetCode; day: string; moved: bigint; left: bigint }[]
  >`
    select a.owner, a.asset, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(e.amount)::numeric(38, 0) as moved,
      (array_agg(e.balance_after order by e.sequence desc))[1]::numeric(38, 0) as left
    from merchant.ledger_accounts a join merchant.ledger_entries e on e.account_id = a.id
    where a.owner like 'psp:%' group by 1, 2, 3`;
  const accounts = { balance: '', held: ':held', reserved: ':fees' } as const;
  for (const trader of stage.traders) {
    for (const line of await readReport(trader)) {
      for (const account of ['balance', 'held', 'reserved'] as const) {
        const { opening, columns, closing } = reportAccounts[account];
        const row = rows.find(
          ({ owner, asset, day }) =>
            owner === `psp:${trader.pspId}${accounts[account]}` &&
            asset === line.currency_code &&
            day === line.day,
        );
        const where = `PSP ${trader.pspId} ${line.day} ${line.currency_code} ${account}`;
        assert.equal(sum(columns.map((name) => figure(line, name))), row?.moved ?? 0n, where);
        assert.equal(figure(line, closing), row?.left ?? figure(line, opening), where);
      }
    }
  }
  const owners = new Set(rows.map(({ owner }) => owner.replace(/^psp:\d+/, '')));
  assert.deepEqual(
    [...owners].filter((suffix) => !Object.values<string>(accounts).includes(suffix)),
    [],
    'accounts of merchants that the report does not have',
  );
});

test('every kind of movement in the ledger has a column in the report', async () => {
  const rows = await praca.sql<{ kind: string }[]>`select distinct kind from merchant.ledger_movements`;
  const kinds = rows.map(({ kind }) => kind);
  assert.deepEqual(
    kinds.filter((kind) => !Object.hasOwn(movementKinds, kind)),
    [],
  );
  const played: readonly (keyof typeof movementKinds)[] = [
    'payment',
    'payment_reversed',
    'order',
    'deposit',
    'deposit_reversed',
    'withdrawal',
    'withdrawal_failed',
    'refund',
    'release',
    'network_fee',
    'network_fee_charged',
    'network_fee_returned',
    'adjustment',
    'receipt',
    'receipt_undone',
  ];
  assert.deepEqual(
    played.filter((kind) => !kinds.includes(kind)),
    [],
    'the month has them all',
  );
  for (const trader of stage.traders) {
    const lines = await readReport(trader);
    for (const name of ['other', 'held_other', 'reserved_other'] as const) {
      assert.deepEqual(
        lines.filter((line) => figure(line, name) !== 0n),
        [],
      );
    }
  }
});

test('later acceptances, refunds and reversals do not change a past day', async () => {
  let compared = 0;
  for (const trader of stage.traders) {
    const lines = Map.groupBy(await readReport(trader), (line) => line.day);
    for (const [day, own] of lines) {
      if (day === lastDay) continue;
      assert.deepEqual(own, onTheMorrow.get(`${trader.pspId} ${day}`), `PSP ${trader.pspId} ${day}`);
      compared += 1;
    }
    const onDay = (day: string, name: Figure, asset = 'EUR'): bigint =>
      total(lines.get(`${month}-${day}`) ?? [], asset, name);
    assert.ok(onDay('04', 'payments') === 0n && onDay('07', 'payments') > 0n, 'accepted three days later');
    assert.ok(onDay('09', 'held_refunds', trader.coin) < 0n && onDay('09', 'bought_refunds') === 0n);
    assert.ok(onDay('10', 'bought_refunds') === -1500n && onDay('10', 'held_refunds', trader.coin) === 0n);
    assert.ok(onDay('11', 'bought_refunds') < 0n && onDay('11', 'held_refunds', trader.coin) < 0n);
    assert.ok(onDay('16', 'deposits') > 0n && onDay('16', 'deposit_reversals') === 0n);
    assert.equal(onDay('17', 'deposit_reversals'), -onDay('16', 'deposits'));
    assert.equal(onDay('20', 'payment_reversals'), -onDay('19', 'payments'));
    assert.equal(onDay('23', 'adjustments'), -123_456n);
    assert.equal(onDay('24', 'closing_balance'), onDay('24', 'opening_balance'));
  }
  assert.equal(compared, 2 * 27);
});

test('the CSV file, the console and the console’s file match the report', async () => {
  for (const trader of stage.traders) {
    const lines = await readReport(trader);
    const columns = ['day', 'currency_code', ...figureNames] as const;
    const expected = lines.map((line) => columns.map((name) => line[name]));
    const csv = await readAll(trader, `/reports/daily/ledger?from=${month}-01&to=${lastDay}`, {
      accept: 'text/csv',
    });
    assert.deepEqual(cellsOf(csv), expected);
    const { email } = await createPerson(praca, [memberAs('finance', String(trader.pspId))]);
    const finance = await signIn(praca, email);
    const at = `/console/psp/${trader.pspId}/report?month=${month}`;
    assert.deepEqual(cellsOf([(await finance.get(`${at}&format=csv`)).body]), expected);
    for (const asset of assetCodes) {
      const { body } = await finance.get(`${at}&asset=${asset}`);
      const own = lines.filter((line) => line.currency_code === asset);
      const tables = [...body.matchAll(/<table>[\s\S]*?<\/table>/g)].map(([table]) => readTable(table));
      const drawn = (['balance', 'held', 'reserved', 'owed'] as const)
        .map((account) => figuresOf(account))
        .map((names) => [names.slice(0, 1), names.slice(-1), names.slice(1, -1)].flat())
        .filter(
          (names, index) =>
            index === 0 || own.some((line) => names.some((name) => figure(line, name) !== 0n)),
        )
        .map((names) => {
          const [first, last] = names;
          const isEdge = (name: Figure): boolean => name === first || name === last;
          const shown = names.filter((name) => isEdge(name) || own.some((line) => figure(line, name) !== 0n));
          const say = (line: Line, name: Figure): string =>
            !isEdge(name) && figure(line, name) === 0n ? '' : formatMoney(line[name], asset, 'en');
          return own.map((line) => shown.map((name) => say(line, name)));
        });
      if (own.length === 0) assert.deepEqual(tables, []);
      else
        assert.deepEqual(
          tables.map((rows) => rows.slice(0, -1)),
          drawn,
          `PSP ${trader.pspId} ${asset}`,
        );
    }
    const statement = (await finance.get(`/console/psp/${trader.pspId}/statement?month=${month}`)).body;
    for (const asset of assetCodes) {
      const own = lines.filter((line) => line.currency_code === asset);
      for (const amount of [own[0]?.opening_balance, own.at(-1)?.closing_balance]) {
        if (amount !== undefined) assert.ok(statement.includes(formatMoney(amount, asset, 'en')), amount);
      }
    }
  }
});

/** Returns the figures of each row without its first cell. */
const readTable = (table: string): string[][] =>
  [...table.matchAll(/<tr>[\s\S]*?<\/tr>/g)]
    .slice(1)
    .map(([row]) =>
      [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]*>/g, '').trim(),
      ),
    );

test('buys, sells and both kinds of refunds counted by day of creation match the ledger over the month', async () => {
  for (const trader of stage.traders) {
    const lines = await readReport(trader);
    const orders = (await readAll(trader, `/reports/daily?from=${month}-01&to=${lastDay}&limit=200`)).flatMap(
      (body) => JSON.parse(body) as Record<string, string>[],
    );
    const sumOf = (asset: string, name: string, kind: string): bigint =>
      sum(
        orders
          .filter((row) => row['kind'] === kind && (asset === 'EUR' || row['cryptocurrency_code'] === asset))
          .map((row) => minor(asset, row[name] ?? '')),
      );
    assert.equal(sumOf('EUR', 'buy_total', 'trade'), -total(lines, 'EUR', 'buys'));
    assert.equal(sumOf('EUR', 'sell_total', 'trade'), total(lines, 'EUR', 'sells'));
    assert.equal(sumOf('BTC', 'buy_cryptocurrency_amount', 'trade'), total(lines, 'BTC', 'buys'));
    assert.equal(sumOf('BTC', 'sell_cryptocurrency_amount', 'trade'), -total(lines, 'BTC', 'sells'));
    const { coin } = trader;
    const held = sumOf(coin, 'held_cryptocurrency_amount', 'refund');
    assert.ok(held > 0n);
    assert.equal(held, -total(lines, coin, 'held_refunds'));
    assert.equal(
      held + sumOf(coin, 'bought_cryptocurrency_amount', 'refund'),
      sumOf(coin, 'cryptocurrency_amount', 'refund') + sumOf(coin, 'cryptocurrency_fee_amount', 'refund'),
    );
  }
});
