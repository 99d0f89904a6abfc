import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findViolations, formatViolation } from '../imports.ts';

test('reports an import cycle of features with its members and a shortest cycle', () => {
  const files = {
    'src/merchant/payments/place-order.ts': `import { post } from './refunds/post-entry.ts';`,
    'src/merchant/payments/fill-order.ts': `\nimport { post } from './refunds/post-entry.ts';`,
    'src/merchant/payments/order.rules.ts': '',
    'src/merchant/payments/refunds/post-entry.ts': '',
    'src/merchant/payments/refunds/balance.rules.ts': `import type { Order } from '../order.rules.ts';`,
    'src/merchant/payments/refunds/ledger.rules.ts': `\n\nimport type { Order } from '../order.rules.ts';`,
    'src/merchant/payments/refunds/close-ledger.ts': `import { rate } from '../releases/rate.rules.ts';`,
    'src/merchant/payments/releases/rate.rules.ts': '',
    'src/merchant/payments/releases/find-rate.ts': `import { place } from '../place-order.ts';`,
  };
  const [violation, ...more] = findViolations(new Map(Object.entries(files)), {});
  assert.ok(violation);
  assert.deepEqual(more, []);
  assert.equal(
    formatViolation(violation),
    'src/merchant/payments/place-order.ts:1  features-one-way  In src/merchant/payments payments, payments/refunds, payments/releases use each other in a circle: ' +
      'payments → payments/refunds (2 imports, one of them src/merchant/payments/place-order.ts:1 → src/merchant/payments/refunds/post-entry.ts), ' +
      'payments/refunds → payments (2 imports, one of them src/merchant/payments/refunds/balance.rules.ts:1 → src/merchant/payments/order.rules.ts).',
  );
});

test('reports, of two equally short cycles, the one whose weakest edge has the fewest imports', () => {
  const files = {
    'src/social/conversation/chat/find-chat.ts': `import { live } from '../live/live.rules.ts';`,
    'src/social/conversation/chat/open-chat.ts': `import { live } from '../live/live.rules.ts';`,
    'src/social/conversation/live/live.rules.ts': '',
    'src/social/conversation/live/go-live.ts': `import { open } from '../chat/open-chat.ts';\nimport { find } from '../chat/find-chat.ts';`,
    'src/social/conversation/live/leave-live.ts': `import { rank } from '../cards/photo.rules.ts';`,
    'src/social/conversation/cards/photo.rules.ts': '',
    'src/social/conversation/cards/list-photos.ts': `import { go } from '../live/go-live.ts';`,
  };
  const [violation] = findViolations(new Map(Object.entries(files)), {});
  assert.match(
    violation?.sentence ?? '',
    /^In src\/social\/conversation conversation\/cards, conversation\/chat, conversation\/live .* conversation\/live → conversation\/cards \(1 import: /,
  );
});

test('reports a cycle of files with a shortest cycle and the number of its files', () => {
  const files = {
    'src/platform/one.ts': `import { two } from './two.ts';\nimport { three } from './three.ts';`,
    'src/platform/two.ts': `import { three } from './three.ts';`,
    'src/platform/three.ts': `import { one } from './one.ts';`,
  };
  const [violation] = findViolations(new Map(Object.entries(files)), {});
  assert.ok(violation);
  assert.equal(
    formatViolation(violation),
    'src/platform/one.ts:2  no-cycles  Imports run in a circle: ' +
      'src/platform/one.ts → src/platform/three.ts → src/platform/one.ts; 3 files import each other.',
  );
});
