import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnOf, movementKinds, reportAccounts, type ReportAccount } from './movement-kinds.rules.ts';

const columnsOf = (account: ReportAccount): readonly string[] => reportAccounts[account].columns;

test('each kind has a report column for each account that it moves, and each column a kind, except the column for unknown kinds', () => {
  for (const account of Object.keys(reportAccounts) as ReportAccount[]) {
    const used = new Set<string>();
    for (const [kind, columns] of Object.entries<Partial<Record<ReportAccount, string>>>(movementKinds)) {
      if (columns[account] === undefined) continue;
      for (const asset of ['EUR', 'BTC'])
        for (const isCredit of [true, false]) used.add(columnOf(account, { kind, asset, isCredit }));
    }
    assert.deepEqual(
      [...used].toSorted(),
      columnsOf(account).slice(0, -1).toSorted(),
      `columns of ${account}`,
    );
    for (const kind of ['hedge', 'constructor', 'payout'])
      assert.equal(columnOf(account, { kind, asset: 'EUR', isCredit: true }), columnsOf(account).at(-1));
  }
});

test('a buy gives the merchant coins for euros', () => {
  const column = (asset: string, isCredit: boolean): string =>
    columnOf('balance', { kind: 'order', asset, isCredit });
  assert.deepEqual(
    [column('EUR', false), column('BTC', true), column('EUR', true), column('BTC', false)],
    ['buys', 'buys', 'sells', 'sells'],
  );
});
