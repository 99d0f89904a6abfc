import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import { usualPolicy, type PaymentPolicy } from './payment-policy.rules.ts';
import { findPolicy, savePolicy } from './payment-policy.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

test('each PSP has its own policy, and a new one replaces only that', async () => {
  const strict: PaymentPolicy = { ...usualPolicy, tolerance_bps: 0, when_late: 'refund' };
  const changed: PaymentPolicy = {
    minutes_to_choose: 7,
    minutes_to_pay: 8,
    tolerance_bps: 9,
    when_underpaid: 'accept',
    when_late: 'accept',
    customer_refund_address: true,
  };
  await savePolicy(sql, 2, strict, now);
  await savePolicy(sql, 1, usualPolicy, now);
  const policies = async () =>
    (await Promise.all([1, 2, 3].map((pspId) => findPolicy(sql, pspId)))).map(
      (found) => found && { ...found },
    );
  assert.deepEqual(await policies(), [usualPolicy, strict, undefined]);
  await savePolicy(sql, 1, changed, later);
  assert.deepEqual(await policies(), [changed, strict, undefined]);
  assert.deepEqual(await readRows(sql, 'merchant', 'payment_policies', ['psp_id', 'updated_at']), [
    { psp_id: 1, updated_at: later.toISOString() },
    { psp_id: 2, updated_at: now.toISOString() },
  ]);
});
