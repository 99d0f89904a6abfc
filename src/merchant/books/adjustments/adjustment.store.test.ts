import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPsps } from '../../../../test/support/merchant-rows.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import {
  insertProposal,
  lockProposal,
  pspExists,
  saveDecision,
  selectOfPsp,
  selectOpen,
  type NewProposal,
} from './adjustment.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

before(() => insertPsps(sql, [1, 2], now));
/** The table forbids deletion, so its triggers are switched off here. */
beforeEach(() =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from merchant.adjustment_proposals`;
  }),
);

const proposal = (digit: number, fields: Partial<NewProposal> = {}): NewProposal => ({
  id: idOf(digit),
  psp_id: 1,
  asset: 'EUR',
  amount: -500n,
  reference: `r${digit}`,
  proposed_by: 'staff:ana',
  created_at: at(-60),
  expires_at: at(60),
  ...fields,
});
const propose = (digit: number, fields: Partial<NewProposal> = {}) =>
  sql.begin((tx) => insertProposal(tx, proposal(digit, fields)));
const decide = (digit: number, status: 'confirmed' | 'rejected') =>
  sql.begin((tx) => saveDecision(tx, idOf(digit), status, 'staff:bia', at(-1)));
const digits = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id.slice(-1)));

test('a proposal with an existing id is not stored again or changed', async () => {
  assert.equal(await propose(1), true);
  assert.equal(await propose(1, { amount: 9n, reference: 'other' }), false);
  assert.equal(await propose(2, { asset: 'BTC', amount: 7n, psp_id: 2 }), true);
  const open = { status: 'proposed', decided_by: null, decided_at: null };
  const lock = (digit: number) => sql.begin((tx) => lockProposal(tx, idOf(digit)));
  assert.deepEqual({ ...(await lock(1)) }, { ...proposal(1), ...open });
  assert.deepEqual({ ...(await lock(2)) }, { ...proposal(2), asset: 'BTC', amount: 7n, psp_id: 2, ...open });
  assert.equal(await lock(3), undefined);
  assert.equal(
    await countLocked(sql, 'merchant', 'adjustment_proposals', (tx) => lockProposal(tx, idOf(1))),
    1,
  );
});

test('a decision changes one proposal only', async () => {
  for (const digit of [1, 2, 3]) await propose(digit);
  await decide(2, 'confirmed');
  await decide(3, 'rejected');
  const decided = { decided_by: 'staff:bia', decided_at: at(-1).toISOString() };
  assert.deepEqual(
    await readRows(sql, 'merchant', 'adjustment_proposals', [
      'reference',
      'status',
      'decided_by',
      'decided_at',
    ]),
    [
      { reference: 'r1', status: 'proposed' },
      { reference: 'r2', status: 'confirmed', ...decided },
      { reference: 'r3', status: 'rejected', ...decided },
    ],
  );
});

test('lists the open proposals of all people, by deadline', async () => {
  await propose(6, { expires_at: at(1), psp_id: 2 });
  await propose(4, { expires_at: at(30) });
  await propose(1, { expires_at: at(60) });
  await propose(3, { expires_at: at(30) });
  await propose(2, { expires_at: now });
  await propose(5);
  await propose(7);
  await decide(5, 'rejected');
  await decide(7, 'confirmed');
  assert.deepEqual(digits(await selectOpen(sql, now, 9)), [6, 3, 4, 1]);
  assert.deepEqual(digits(await selectOpen(sql, now, 2)), [6, 3]);
});

test('lists the proposals of a PSP with any status, newest first', async () => {
  await propose(2);
  await propose(4, { expires_at: now });
  await propose(1);
  await propose(3, { psp_id: 2 });
  await decide(1, 'rejected');
  assert.deepEqual(digits(await selectOfPsp(sql, 1, 9)), [4, 2, 1]);
  assert.deepEqual(digits(await selectOfPsp(sql, 1, 2)), [4, 2]);
  assert.deepEqual(digits(await selectOfPsp(sql, 2, 9)), [3]);
});

test('reports whether a PSP exists', async () => {
  const exists = (pspId: number) => sql.begin((tx) => pspExists(tx, pspId));
  assert.deepEqual([await exists(1), await exists(2), await exists(3)], [true, true, false]);
});
