import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findViolations, formatViolation, type PackageJson } from './imports.ts';

const packageJson: PackageJson = {
  dependencies: { fastify: '5', pg: '8', jose: '6' },
  devDependencies: { 'fast-check': '4', '@axe-core/playwright': '4' },
};

function violationsOf(files: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries(files)), packageJson).map(({ rule }) => rule);
}

function numbered(folder: string, count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, '']));
}

/** Violations that each rule must report, as `path: source`. A list has files that break the rule only together. */
const seeded: Record<string, Array<Record<string, string>>> = {
  'screens-apart': [
    { 'web/app/chat/screen.ts': `import { x } from '../events/list.ts';` },
    { 'web/app/parts/photo.ts': `import type { X } from '../chat/message.ts';` },
    { 'web/app/chat/screen.ts': `import { x } from 'pg';` },
    { 'web/app/chat/screen.ts': `import { x } from '../../../src/platform/ids.ts';` },
    { 'src/social/app/app.routes.ts': `import { x } from '../../../web/app/state/store.ts';` },
  ],
  'services-apart': [
    { 'src/merchant/orders/place-order.ts': `import { x } from '../../accounts/users/find-user.ts';` },
    {
      'src/merchant/orders/place-order.ts': `import type { X } from '../../social/meeting/feed/feed.rules.ts';`,
    },
    {
      'src/social/meeting/feed/read-feed.ts': `const { x } = await import('../../../accounts/users/find-user.ts');`,
    },
    { 'src/accounts/users/find-user.test.ts': `import '../../social/meeting/feed/read-feed.ts';` },
  ],
  'platform-below': [
    { 'src/platform/jobs/jobs.ts': `import { x } from '../../merchant/orders/place-order.ts';` },
    { 'src/platform/http/server.ts': `export * from '../../app.ts';\nexport const port = 1;` },
    { 'src/platform/process/workers.ts': `import { start } from '../../main.ts';` },
    { 'src/platform/command.ts': `import type { X } from '../cli.ts';` },
    { 'src/social/meeting/feed/read-feed.ts': `import { version } from '../../../app.ts';` },
  ],
  'app-assembles': [
    { 'src/main.ts': `import { merchantService } from './merchant/merchant.service.ts';` },
    { 'src/cli.ts': `import { createPsp } from './merchant/credentials/create-psp.ts';` },
    { 'scripts/seed.ts': `import { createUser } from '../src/accounts/users/create-user.ts';` },
    { 'src/merchant/orders/place-order.ts': `import { x } from '../merchant.service.ts';` },
    { 'src/merchant/orders/place-order.ts': `const { x } = await import('../merchant.open.ts');` },
    { 'src/assemble.ts': `import { x } from './merchant/merchant.open.ts';` },
    { 'src/app.ts': `import { start } from './main.ts';` },
  ],
  'areas-in-order': [
    { 'src/merchant/books/close-books.ts': `import { place } from '../orders/place-order.ts';` },
    {
      'src/merchant/market/rates/rate.rules.ts': `import type { X } from '../../payments/refunds/refund.rules.ts';`,
    },
    {
      'src/accounts/entry/sign-in/sign-in.ts': `import { erase } from '../../profile/erasure/erase-users.ts';`,
    },
    { 'src/social/people/find-person.ts': `const { x } = await import('../meeting/feed/read-feed.ts');` },
  ],
  'features-private': [
    { 'src/merchant/orders/place-order.ts': `import { x } from '../books/ledger.store.ts';` },
    { 'src/merchant/orders/order.routes.ts': `import { x } from '../books/ledger.routes.ts';` },
    { 'src/merchant/orders/order.jobs.ts': `import { x } from '../books/ledger.jobs.ts';` },
    { 'src/merchant/orders/order.page.ts': `import { x } from '../books/ledger.page.ts';` },
    { 'src/merchant/orders/order.store.ts': `import { x } from '../books/ledger.store.ts';` },
    { 'src/merchant/orders/order.routes.ts': `import { x } from './order.store.ts';` },
    { 'src/merchant/merchant.service.ts': `import { x } from './orders/order.store.ts';` },
    { 'src/merchant/merchant.open.ts': `import { x } from './orders/order.store.ts';` },
  ],
  'rules-pure': [
    { 'src/merchant/orders/order.rules.ts': `import { readFile } from 'node:fs/promises';` },
    { 'src/merchant/orders/order.rules.ts': `import { jwtVerify } from 'jose';` },
    {
      'src/merchant/orders/order.rules.ts': `import type { Sql } from '../../platform/postgres/client/database.ts';`,
    },
    { 'src/merchant/orders/order.rules.ts': `import { systemClock } from '../../platform/clock.ts';` },
    { 'src/merchant/orders/order.rules.ts': `import { placeOrder } from './place-order.ts';` },
  ],
  'store-below': [
    { 'src/merchant/orders/order.store.ts': `import { x } from './place-order.ts';` },
    { 'src/merchant/orders/order.store.ts': `import { x } from './order.routes.ts';` },
    { 'src/merchant/orders/order.store.ts': `import { x } from './order.jobs.ts';` },
    { 'src/merchant/orders/order.store.ts': `import { x } from './order.page.ts';` },
    { 'src/merchant/orders/order.store.ts': `import type { X } from './order.schemas.ts';` },
  ],
  'operations-below': [
    { 'src/merchant/orders/place-order.ts': `import { x } from './order.routes.ts';` },
    { 'src/merchant/orders/place-order.ts': `import type { Body } from './order.schemas.ts';` },
    { 'src/merchant/orders/place-order.ts': `import { x } from './order.page.ts';` },
    { 'src/merchant/orders/place-order.ts': `import { x } from './order.jobs.ts';` },
    { 'src/merchant/orders/place-order.ts': `import type { FastifyRequest } from 'fastify';` },
    { 'src/merchant/orders/order.jobs.ts': `import { x } from './order.routes.ts';` },
    { 'src/merchant/orders/order.store.ts': `import type { FastifyInstance } from 'fastify';` },
    { 'src/merchant/merchant.service.ts': `import type { FastifyInstance } from 'fastify';` },
    { 'src/platform/jobs/jobs.ts': `import fastify from 'fastify';` },
  ],
  'sql-in-stores': [
    { 'src/merchant/orders/place-order.ts': 'await sql`select 1`;' },
    { 'src/merchant/orders/place-order.ts': 'await context.sql<{ id: string; at: Date }[]>`select 1`;' },
    { 'src/merchant/orders/order.routes.ts': 'await tx`delete from orders`;' },
    { 'src/merchant/orders/place-order.ts': 'await database`\n  insert into orders values (1)`;' },
    { 'src/merchant/orders/place-order.ts': "await connection.unsafe('select 1');" },
    { 'src/main.ts': 'await sql`select ${`nested`}`;' },
    { 'src/merchant/orders/place-order.ts': 'await open(database)`select 1`;' },
  ],
  'bounded-normal-form': [
    { 'src/merchant/orders/order.rules.ts': "const name = text.normalize('NFC');" },
    { 'src/platform/http/server.ts': "const name = request.body?.name?.normalize('NFKD') ?? '';" },
  ],
  'no-cycles': [
    {
      'src/platform/one.ts': `import { two } from './two.ts';`,
      'src/platform/two.ts': `export { three } from './three.ts'; export const two = 2;`,
      'src/platform/three.ts': `import './one.ts';`,
    },
    { 'src/platform/one.ts': `import { one } from './one.ts';` },
    {
      'src/merchant/merchant.context.ts': `import type { Order } from './orders/place-order.ts';`,
      'src/merchant/orders/place-order.ts': `import type { Context } from '../merchant.context.ts';`,
    },
    {
      'src/platform/one.ts': `type Two = import('./two.ts').Two;`,
      'src/platform/two.ts': `const one = await import('./one.ts');`,
    },
    {
      'bench/harness/open-target.ts': `import type { Question } from '../target-process.ts';`,
      'bench/target-process.ts': `import { openTarget } from './harness/open-target.ts';`,
    },
    {
      'test/support/app.ts': `import { open } from './database.ts';`,
      'test/support/database.ts': `import { type App } from './app.ts';`,
    },
    {
      'scripts/one.ts': `import { two } from './two.ts';`,
      'scripts/two.ts': `import { one } from './one.ts';`,
    },
  ],
  'features-one-way': [
    {
      'src/merchant/payments/place-payment.ts': `import { post } from './refunds/post-entry.ts';`,
      'src/merchant/payments/payment.rules.ts': '',
      'src/merchant/payments/refunds/post-entry.ts': '',
      'src/merchant/payments/refunds/close-refund.ts': `import type { Payment } from '../payment.rules.ts';`,
    },
    {
      'src/social/conversation/cards/read-card.ts': `import { find } from '../chat/find-chat.ts';`,
      'src/social/conversation/chat/find-chat.ts': '',
      'src/social/conversation/chat/open-chat.ts': `import { live } from '../live/live.rules.ts';`,
      'src/social/conversation/live/live.rules.ts': '',
      'src/social/conversation/live/go-live.ts': `import { rank } from '../cards/card.rules.ts';`,
      'src/social/conversation/cards/card.rules.ts': '',
    },
    {
      'src/platform/jobs/jobs.ts': `import type { Sql } from '../postgres/database.ts';`,
      'src/platform/jobs/names.ts': '',
      'src/platform/postgres/database.ts': '',
      'src/platform/postgres/clock-offset.ts': `type Name = import('../jobs/names.ts').Name;`,
    },
    {
      'src/merchant/chains/bitcoin/open-chain.ts': `import { keys } from '../keys/chain-keys.ts';`,
      'src/merchant/chains/bitcoin/derive.ts': '',
      'src/merchant/chains/keys/chain-keys.ts': '',
      'src/merchant/chains/keys/show-keys.ts': `import { derive } from '../bitcoin/derive.ts';`,
    },
    {
      'src/merchant/chains/bitcoin/node/ask.ts': `import { sign } from '../wallet/sign.ts';`,
      'src/merchant/chains/bitcoin/node/answer.rules.ts': '',
      'src/merchant/chains/bitcoin/wallet/sign.ts': '',
      'src/merchant/chains/bitcoin/wallet/send.ts': `import { read } from '../node/answer.rules.ts';`,
    },
  ],
  'product-alone': [
    { 'src/platform/clock.ts': `import { x } from '../../test/support/database.ts';` },
    { 'src/platform/clock.ts': `import { x } from '../../bench/run.ts';` },
    { 'src/main.ts': `import { x } from '../scripts/format.ts';` },
    { 'src/platform/clock.ts': `import fc from 'fast-check';` },
    { 'bin/praca.mjs': `import axe from '@axe-core/playwright/index.js';` },
    { 'src/platform/clock.ts': `import x from 'never-declared';` },
  ],
  'file-shape': [
    { 'src/platform/longFile.ts': '' },
    { 'src/merchant/orders/Lists/place-order.ts': '' },
    { 'src/platform/utils.ts': '' },
    { 'src/platform/helpers/money.ts': '' },
    { 'scripts/common.ts': '' },
    { 'src/platform/connection-manager.ts': '' },
    { 'src/merchant/orders/order.controller.ts': '' },
    { 'src/merchant/orders/order.rules.store.ts': '' },
    { 'src/merchant/orders.store.ts': '' },
    { 'src/merchant/social.problems.ts': '' },
    { 'src/merchant/orders/order.service.ts': '' },
    { 'src/merchant/migrations/7-orders.sql': '' },
    { 'src/platform/long.ts': 'x;\n'.repeat(401) },
    { 'src/platform/broken.ts': 'const x = ;' },
  ],
  'folder-size': [
    numbered('src/merchant/chains', 17),
    numbered('src/platform/http', 17),
    numbered('src', 17),
  ],
  'names-once': [
    { 'src/merchant/chains/addresses/account-key.ts': '', 'src/merchant/chains/bitcoin/account-key.ts': '' },
    { 'src/merchant/chains/sent.store.ts': '', 'src/merchant/payouts/sent.store.ts': '' },
    { 'src/platform/clock.ts': '', 'src/platform/postgres/clock.ts': '' },
  ],
  'exports-used': [
    { 'src/platform/one.ts': 'export const limit = 1;' },
    { 'src/platform/one.ts': 'export function one() {}' },
    { 'src/platform/one.ts': 'export class One {}' },
    { 'src/platform/one.ts': 'const limit = 1;\nexport { limit as most };' },
    { 'src/platform/one.ts': 'export default 1;' },
    {
      'src/platform/one.ts': 'export const limit = 1;\nexport const most = 2;',
      'src/platform/two.ts': `import { most as limit } from './one.ts';`,
    },
    {
      'src/platform/one.ts': 'export const limit = 1;',
      'src/platform/two.ts': `import { limit } from './three.ts';`,
    },
  ],
};

for (const [rule, cases] of Object.entries(seeded)) {
  describe(`the rule ${rule}`, () => {
    for (const files of cases) {
      const [[path, source] = []] = Object.entries(files);
      test(`catches ${path}: ${JSON.stringify(source?.slice(0, 90))}`, () => {
        // Each file is checked alone here, so its exports are unused.
        const found = violationsOf(files).filter((code) => code === rule || code !== 'exports-used');
        assert.deepEqual(found, [rule]);
      });
    }
  });
}

describe('accepts what the architecture allows', () => {
  const allowed: Record<string, string[]> = {
    'src/main.ts': [`import { app } from './app.ts';`, `import { x } from './platform/settings.ts';`],
    'src/cli.ts': [`import { start } from './main.ts';`, `import { allCommands } from './app.ts';`],
    'src/app.ts': [`import { merchantService } from './merchant/merchant.service.ts';`],
    'src/merchant/merchant.service.ts': [
      `import { orderCommands } from './orders/order.commands.ts';`,
      `const { openMerchant } = await import('./merchant.open.ts');`,
    ],
    'src/merchant/merchant.open.ts': [
      `import { orderRoutes } from './orders/order.routes.ts';`,
      `import { orderJobs } from './orders/order.jobs.ts';`,
      `import type { FastifyInstance } from 'fastify';`,
    ],
    'src/merchant/merchant.context.ts': [`import type { Clock } from '../platform/clock.ts';`],
    'src/platform/clock.ts': [`import type { Arbitrary } from 'fast-check';`],
    'src/merchant/orders/order.routes.ts': [
      `import type { FastifyInstance } from 'fastify';`,
      `import { placeOrder } from './place-order.ts';`,
      `import { OrderBody } from './order.schemas.ts';`,
    ],
    'src/merchant/orders/order.jobs.ts': [
      `import { placeOrder } from './place-order.ts';`,
      `import { findOrder } from './order.store.ts';`,
    ],
    'src/merchant/orders/place-order.ts': [
      `import { insertOrder } from './order.store.ts';`,
      `import { post } from '../books/post-entry.ts';`,
      `import type { Entry } from '../books/ledger.rules.ts';`,
      `import type { Context } from '../merchant.context.ts';`,
    ],
    'src/merchant/orders/order.rules.ts': [
      `import assert from 'node:assert/strict';`,
      `import { parseMoney } from '../../platform/money.ts';`,
      `import type { Clock } from '../../platform/clock.ts';`,
      `import { balance } from '../books/ledger.rules.ts';`,
    ],
    'src/merchant/orders/order.store.ts': [
      `import type { Client } from 'pg';`,
      `import { canFill } from './order.rules.ts';`,
      `import { lockFill } from './fill.store.ts';`,
      'const findOrder = (sql) => sql`select 1`;',
    ],
    'src/merchant/orders/order.store.test.ts': [
      `import { createTestDatabase } from '../../../test/support/database.ts';`,
      `import fc from 'fast-check';`,
      'await sql`select 1`;',
    ],
    'src/platform/normal-form.ts': ["const name = text.normalize('NFC');"],
    'web/app/texts/plain-of.ts': ["const plain = text.normalize('NFKD');"],
    'src/merchant/migrations/0001_create_orders.sql': ['create table orders ();'],
    'src/merchant/migrations/0001_create_baseline.sql': ['-- orders\n'.repeat(401)],
    'src/platform/mail/mailbox.routes.ts': [`import type { FastifyInstance } from 'fastify';`],
    'src/platform/postgres/migrate.ts': ['await sql`select 1`;'],
    'src/platform/full.ts': ['x;\n'.repeat(400)],
    'test/browser/checkout.test.ts': [
      `import { x } from '../../src/merchant/orders/place-order.ts';`,
      `import { y } from '../../src/social/meeting/feed/read-feed.ts';`,
    ],
    'bench/run.ts': [`import { x } from '../src/merchant/orders/place-order.ts';`, 'await sql`select 1`;'],
  };
  for (const [path, lines] of Object.entries(allowed)) {
    test(path, () => assert.deepEqual(violationsOf({ [path]: lines.join('\n') }), []));
  }
  test('a complete valid repository', () => {
    const files = Object.fromEntries(
      Object.entries(allowed).map(([path, lines]) => [path, lines.join('\n')]),
    );
    assert.deepEqual(violationsOf(files), []);
  });
});

describe('exceptions of the rules', () => {
  const cases: Record<string, Record<string, string>> = {
    'a cycle through a test': {
      'scripts/one.ts': `import type { Two } from './two.test.ts';`,
      'scripts/two.test.ts': `import { one } from './one.ts';`,
    },
    'features with a reverse import only in tests': {
      'src/merchant/orders/place-order.ts': `import { post } from '../books/post-entry.ts';`,
      'src/merchant/books/post-entry.ts': '',
      'src/merchant/books/post-entry.test.ts': `import { place } from '../orders/place-order.ts';`,
    },
    'a file beside feature folders': {
      'src/merchant/chains/chain.ts': `import { open } from './bitcoin/open-chain.ts';`,
      'src/merchant/chains/height.rules.ts': '',
      'src/merchant/chains/bitcoin/open-chain.ts': `import { height } from '../height.rules.ts';`,
      'src/merchant/merchant.context.ts': '',
      'src/merchant/merchant.service.ts': `import { x } from './chains/chain.routes.ts';`,
      'src/merchant/chains/chain.routes.ts': `import type { Context } from '../merchant.context.ts';`,
    },
    'a folder at the limit, plus tests and migrations': {
      ...numbered('src/merchant/chains', 16),
      'src/merchant/chains/file-1.test.ts': '',
      'src/merchant/chains/0001_create_chains.sql': '',
    },
    'many files outside the product': numbered('scripts', 17),
    'values with an import': {
      'src/platform/one.ts':
        'export const limit = 1;\nexport function count() {}\nexport const { a, b } = all;',
      'src/platform/two.ts': `import { limit, type count } from './one.ts';`,
      'test/three.ts': `import { a } from '../src/platform/one.ts';`,
      'src/platform/four.test.ts': `export { b } from './one.ts';`,
    },
    'values of a namespace import': {
      'src/platform/one.ts': 'export const limit = 1;',
      'src/platform/two.ts': `import * as one from './one.ts';`,
      'src/platform/three.ts': 'export const limit = 1;',
      'src/platform/four.ts': `const { limit } = await import('./three.ts');`,
    },
    'exported types, and files outside the product': {
      'src/platform/one.ts': 'export interface One {}\nexport type Two = 1;',
      'scripts/one.ts': 'export const limit = 1;',
    },
    'one name in two services, in the platform, and in a test': {
      'src/merchant/access/end-session.ts': '',
      'src/accounts/sessions/end-session.ts': '',
      'src/platform/process/end-session.ts': '',
      'src/accounts/sessions/end-session.test.ts': '',
      'src/accounts/users/end-session.test.ts': '',
    },
  };
  for (const [what, files] of Object.entries(cases)) {
    test(what, () => assert.deepEqual(violationsOf(files), []));
  }
});

test('reports a violation as one line with file, line, rule and sentence', () => {
  const source = `// why\nimport { x } from './two.ts';\nimport fc from 'fast-check';\n`;
  const [violation] = findViolations(new Map([['src/platform/one.ts', source]]), packageJson);
  assert.ok(violation);
  assert.equal(
    formatViolation(violation),
    'src/platform/one.ts:3  product-alone  fast-check is a development dependency, absent where the product is installed.',
  );
});
