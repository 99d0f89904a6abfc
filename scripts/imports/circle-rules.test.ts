import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findViolations, formatViolation } from '../imports.ts';

test('a circle of features is reported with its features and the imports of a shortest way round', () => {
  const files = {
    'src/merchant/orders/place-order.ts': `import { post } from '../ledger/post-entry.ts';`,
    'src/merchant/orders/fill-order.ts': `\nimport { post } from '../ledger/post-entry.ts';`,
    'src/merchant/orders/order.rules.ts': '',
    'src/merchant/ledger/post-entry.ts': '',
    'src/merchant/ledger/balance.rules.ts': `import type { Order } from '../orders/order.rules.ts';`,
    'src/merchant/ledger/ledger.rules.ts': `\n\nimport type { Order } from '../orders/order.rules.ts';`,
    'src/merchant/ledger/close-ledger.ts': `import { rate } from '../rates/rate.rules.ts';`,
    'src/merchant/rates/rate.rules.ts': '',
    'src/merchant/rates/find-rate.ts': `import { place } from '../orders/place-order.ts';`,
  };
  const [violation, ...more] = findViolations(new Map(Object.entries(files)), {});
  assert.ok(violation);
  assert.deepEqual(more, []);
  assert.equal(
    formatViolation(violation),
    'src/merchant/ledger/balance.rules.ts:1  features-one-way  In src/merchant ledger, orders, rates use each other in a circle: ' +
      'ledger → orders (2 imports, one of them src/merchant/ledger/balance.rules.ts:1 → src/merchant/orders/order.rules.ts), ' +
      'orders → ledger (2 imports, one of them src/merchant/orders/place-order.ts:1 → src/merchant/ledger/post-entry.ts).',
  );
});

test('of two ways round that are equally short the one with the thinnest arrow is reported', () => {
  const files = {
    'src/social/chat/find-chat.ts': `import { live } from '../live/live.rules.ts';`,
    'src/social/chat/open-chat.ts': `import { live } from '../live/live.rules.ts';`,
    'src/social/live/live.rules.ts': '',
    'src/social/live/go-live.ts': `import { open } from '../chat/open-chat.ts';\nimport { find } from '../chat/find-chat.ts';`,
    'src/social/live/leave-live.ts': `import { rank } from '../photos/photo.rules.ts';`,
    'src/social/photos/photo.rules.ts': '',
    'src/social/photos/list-photos.ts': `import { go } from '../live/go-live.ts';`,
  };
  const [violation] = findViolations(new Map(Object.entries(files)), {});
  assert.match(violation?.sentence ?? '', /^In src\/social chat, live, photos .* live → photos \(1 import: /);
});

test('a circle of files is reported by a shortest way round and the number of files in it', () => {
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
