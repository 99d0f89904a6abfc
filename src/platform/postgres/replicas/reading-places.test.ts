import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../../..');

/**
 * Number of reviewed replica reads per file. Each new one needs a review: no decision about money, no balance, no
 * session, no idempotency key, nothing that is compared with a snapshot (ADR 24).
 */
const judged: Record<string, number> = {
  'accounts/profile/export/export-user.ts': 2,
  'merchant/books/read-ledger.ts': 1,
  'merchant/books/sum-statement.ts': 5,
  'merchant/orders/read-orders.ts': 1,
  'merchant/payments/listing/list-payments.ts': 1,
  'merchant/payments/listing/search-payments.ts': 2,
  'merchant/market/rates/read-rate-history.ts': 1,
  'merchant/orders/reports/read-daily-report.ts': 1,
  'social/conversation/chat/read-chat.ts': 1,
  'social/people/cities/find-city.ts': 1,
  'social/account/data-rights/export-user.ts': 1,
  'social/events/list-events.ts': 10,
  'social/publishing/presentation/publish-text.ts': 2,
};

test('only reviewed code reads from replicas', () => {
  const found = globSync('{accounts,merchant,social,platform}/**/*.ts', { cwd: source })
    .filter((path) => !path.endsWith('.test.ts'))
    .map(
      (path) =>
        [path, readFileSync(join(source, path), 'utf8').match(/\bsql\.reading\b/g)?.length ?? 0] as const,
    )
    .filter(([, count]) => count > 0);
  assert.deepEqual(Object.fromEntries(found), judged);
});
