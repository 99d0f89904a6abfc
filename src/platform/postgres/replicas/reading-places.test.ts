import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../../..');

/**
 * Whoever adds a place has to judge it: nothing that money depends on, no balance, no session, no idempotency key, nothing
 * that is compared with a snapshot (ADR 53).
 */
const judged: Record<string, number> = {
  'accounts/export/export-user.ts': 2,
  'merchant/ledger/read-ledger.ts': 1,
  'merchant/ledger/sum-statement.ts': 3,
  'merchant/orders/read-orders.ts': 1,
  'merchant/payments/listing/list-payments.ts': 1,
  'merchant/payments/listing/search-payments.ts': 2,
  'merchant/rates/read-rate-history.ts': 1,
  'merchant/reports/read-daily-report.ts': 1,
  'merchant/webhooks/events/read-events.ts': 1,
  'social/chat/read-chat.ts': 1,
  'social/cities/search-cities.ts': 1,
  'social/data-rights/export-user.ts': 1,
  'social/events/list-events.ts': 10,
  'social/presentation/publish-text.ts': 2,
};

test('a replica is read from only where that was judged', () => {
  const found = globSync('{accounts,merchant,social,platform}/**/*.ts', { cwd: source })
    .filter((path) => !path.endsWith('.test.ts'))
    .map(
      (path) =>
        [path, readFileSync(join(source, path), 'utf8').match(/\bsql\.reading\b/g)?.length ?? 0] as const,
    )
    .filter(([, count]) => count > 0);
  assert.deepEqual(Object.fromEntries(found), judged);
});
