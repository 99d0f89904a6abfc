import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AssetCode } from '../../assets/asset.rules.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import {
  availableTo,
  bankAccount,
  feeReserveOf,
  heldFor,
  transfer,
  type Entry,
} from '../../books/ledger.rules.ts';
import type { MovementKind } from '../../books/movement-kinds.rules.ts';
import { postMovement } from '../../books/post-movement.ts';

let here: TestApp;
let client: MerchantClient;
let pspId: number;

const post = (kind: MovementKind, when: string, entries: readonly Entry[]): Promise<void> =>
  transaction(here.sql, async (tx) => {
    const clock = { now: () => new Date(when), nowMs: () => Date.parse(when) };
    postMovement(tx, { clock }, { kind, reference: newId(), entries });
  });
const give = (amount: bigint, asset: AssetCode = 'EUR'): Entry[] =>
  transfer(bankAccount, availableTo(pspId), asset, amount);

before(async () => {
  here = await openMerchantApp();
  const psp = await createPsp(here.platform, 'Days');
  pspId = psp.pspId;
  await post('adjustment', '2026-02-28T23:59:59.999Z', give(100_000n));
  await post('payment', '2026-03-01T00:00:00.000Z', give(2500n));
  await post('order', '2026-03-01T12:00:00.000Z', [
    ...transfer(availableTo(pspId), bankAccount, 'EUR', 700n),
    ...give(7000n, 'XRP'),
  ]);
  await post('order', '2026-03-01T12:00:00.000Z', [
    ...transfer(availableTo(pspId), bankAccount, 'XRP', 1000n),
    ...give(90n),
  ]);
  await post(
    'network_fee',
    '2026-03-01T23:59:59.999Z',
    transfer(availableTo(pspId), feeReserveOf(pspId), 'EUR', 40n),
  );
  await post('refund', '2026-03-02T00:00:00.000Z', transfer(availableTo(pspId), bankAccount, 'EUR', 500n));
  await post('receipt', '2026-03-04T00:00:00.000Z', transfer(bankAccount, heldFor(pspId), 'XRP', 900n));
  await post('refund', '2026-03-04T00:00:00.001Z', transfer(heldFor(pspId), bankAccount, 'XRP', 300n));
  client = await merchantClient(here, psp);
});
after(() => here.close());

type Line = Record<string, string>;
const read = async (query: string): Promise<Line[]> => {
  const answer = await client.get(`/reports/daily/ledger?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};

/** Formats the figures that are not zero. */
const said = ({ day, currency_code: code, ...figures }: Line): string =>
  [
    day,
    code,
    ...Object.entries(figures).flatMap(([name, amount]) => (Number(amount) === 0 ? [] : `${name} ${amount}`)),
  ].join(', ');

test('a UTC day includes 00:00 and its last millisecond, and each kind of movement has its own column', async () => {
  assert.deepEqual((await read('from=2026-02-28&to=2026-03-04')).map(said), [
    '2026-02-28, EUR, adjustments 1000.00, closing_balance 1000.00',
    '2026-03-01, EUR, opening_balance 1000.00, payments 25.00, buys -7.00, sells 0.90, network_fees -0.40, closing_balance 1018.50, reserved_network_fees 0.40, reserved_closing_balance 0.40',
    '2026-03-01, XRP, buys 0.007000, sells -0.001000, closing_balance 0.006000',
    '2026-03-02, EUR, opening_balance 1018.50, bought_refunds -5.00, closing_balance 1013.50, reserved_opening_balance 0.40, reserved_closing_balance 0.40',
    '2026-03-02, XRP, opening_balance 0.006000, closing_balance 0.006000',
    '2026-03-03, EUR, opening_balance 1013.50, closing_balance 1013.50, reserved_opening_balance 0.40, reserved_closing_balance 0.40',
    '2026-03-03, XRP, opening_balance 0.006000, closing_balance 0.006000',
    '2026-03-04, EUR, opening_balance 1013.50, closing_balance 1013.50, reserved_opening_balance 0.40, reserved_closing_balance 0.40',
    '2026-03-04, XRP, opening_balance 0.006000, closing_balance 0.006000, held_receipts 0.000900, held_refunds -0.000300, held_closing_balance 0.000600',
  ]);
});

test('pages contain whole days, as many as fit with a line per currency, and together make up the whole report', async () => {
  const whole = await read('from=2026-02-28&to=2026-03-04&limit=200');
  for (const [limit, pages] of [
    [1, 5],
    [12, 3],
    [200, 1],
  ] as const) {
    const found: Line[] = [];
    let path: string | undefined = `/reports/daily/ledger?from=2026-02-28&to=2026-03-04&limit=${limit}`;
    let count = 0;
    while (path !== undefined) {
      const answer = await client.get(path);
      found.push(...answer.json());
      count += 1;
      path = /<http[^>]*\/merchant(\/reports[^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
    }
    assert.deepEqual([found, count], [whole, pages], `limit ${limit}`);
  }
});

test('a movement of an unknown, newer kind is in the last column', async () => {
  const other = await createPsp(here.platform, 'Newer');
  pspId = other.pspId;
  await post('hedge' as MovementKind, '2026-03-01T00:00:00Z', [
    ...give(5n),
    ...transfer(bankAccount, heldFor(pspId), 'EUR', 7n),
    ...transfer(bankAccount, feeReserveOf(pspId), 'EUR', 9n),
  ]);
  const answer = await (await merchantClient(here, other)).get('/reports/daily/ledger?to=2026-03-01');
  assert.deepEqual(answer.json().map(said), [
    '2026-03-01, EUR, other 0.05, closing_balance 0.05, held_other 0.07, held_closing_balance 0.07, reserved_other 0.09, reserved_closing_balance 0.09',
  ]);
});

test('days in the future and before the first booking have no lines, and the default is today', async () => {
  for (const query of ['to=9999-12-31', 'to=1970-01-01', 'from=0000-01-01&to=0000-01-01']) {
    assert.deepEqual(await read(query), [], query);
  }
  const today = here.clock.now().toISOString().slice(0, 10);
  const days = (await read('')).map(({ day }) => day);
  assert.deepEqual(new Set(days), new Set([today]));
  const tomorrow = new Date(here.clock.nowMs() + 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(
    new Set((await read(`from=${today}&to=${tomorrow}`)).map(({ day }) => day)),
    new Set([today]),
  );
});

test('the report is available as CSV', async () => {
  const { body } = await client.get('/reports/daily/ledger?to=2026-02-28', { accept: 'text/csv' });
  const [header = '', line = ''] = body.split('\r\n');
  assert.match(
    header,
    /^\uFEFFday,currency_code,opening_balance,payments,.*,closing_balance,held_opening_balance,/,
  );
  assert.match(line, /^2026-02-28,EUR,0\.00,0\.00,/);
});

for (const [query, field] of [
  ['from=2027-02-30', 'from'],
  ['from=2025-01-01&to=2027-03-01', 'from'],
  ['cursor=2025-01-01', 'cursor'],
] as const) {
  test(`a ledger report with ${query} is refused with the name of the field`, async () => {
    const answer = await client.get(`/reports/daily/ledger?${query}`);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [400, field], answer.body);
  });
}

test('a merchant does not see another merchant’s days', async () => {
  const other = await merchantClient(here, await createPsp(here.platform, 'Other'));
  assert.deepEqual((await other.get('/reports/daily/ledger?from=2026-02-28&to=2026-03-04')).json(), []);
});
