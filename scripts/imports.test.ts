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

/** What each rule must catch, as `path: source`; a list stands for files that only together break it. */
const seeded: Record<string, Array<Record<string, string>>> = {
  'services-apart': [
    { 'src/merchant/orders/place-order.ts': `import { x } from '../../accounts/users/find-user.ts';` },
    { 'src/merchant/orders/place-order.ts': `import type { X } from '../../social/feed/feed.rules.ts';` },
    { 'src/social/feed/read-feed.ts': `const { x } = await import('../../accounts/users/find-user.ts');` },
    { 'src/accounts/users/find-user.test.ts': `import '../../social/feed/read-feed.ts';` },
  ],
  'platform-below': [
    { 'src/platform/jobs/jobs.ts': `import { x } from '../../merchant/orders/place-order.ts';` },
    { 'src/platform/http/server.ts': `export * from '../../app.ts';` },
    { 'src/platform/process/workers.ts': `import { start } from '../../main.ts';` },
    { 'src/platform/command.ts': `import type { X } from '../cli.ts';` },
    { 'src/social/feed/read-feed.ts': `import { version } from '../../app.ts';` },
  ],
  'app-assembles': [
    { 'src/main.ts': `import { merchantService } from './merchant/merchant.service.ts';` },
    { 'src/cli.ts': `import { createPsp } from './merchant/credentials/create-psp.ts';` },
    { 'scripts/seed.ts': `import { createUser } from '../src/accounts/users/create-user.ts';` },
    { 'src/merchant/orders/place-order.ts': `import { x } from '../merchant.service.ts';` },
    { 'src/app.ts': `import { start } from './main.ts';` },
  ],
  'features-private': [
    { 'src/merchant/orders/place-order.ts': `import { x } from '../ledger/ledger.store.ts';` },
    { 'src/merchant/orders/order.routes.ts': `import { x } from '../ledger/ledger.routes.ts';` },
    { 'src/merchant/orders/order.jobs.ts': `import { x } from '../ledger/ledger.jobs.ts';` },
    { 'src/merchant/orders/order.page.ts': `import { x } from '../ledger/ledger.page.ts';` },
    { 'src/merchant/orders/order.store.ts': `import { x } from '../ledger/ledger.store.ts';` },
    { 'src/merchant/orders/order.routes.ts': `import { x } from './order.store.ts';` },
    { 'src/merchant/merchant.service.ts': `import { x } from './orders/order.store.ts';` },
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
  'no-cycles': [
    {
      'src/platform/one.ts': `import { two } from './two.ts';`,
      'src/platform/two.ts': `export { three } from './three.ts';`,
      'src/platform/three.ts': `import './one.ts';`,
    },
    { 'src/platform/one.ts': `import { one } from './one.ts';` },
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
    { 'src/merchant/Orders/place-order.ts': '' },
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
};

for (const [rule, cases] of Object.entries(seeded)) {
  describe(`the rule ${rule}`, () => {
    for (const files of cases) {
      const [[path, source] = []] = Object.entries(files);
      test(`catches ${path}: ${JSON.stringify(source?.slice(0, 90))}`, () => {
        assert.deepEqual(violationsOf(files), [rule]);
      });
    }
  });
}

describe('what the architecture allows passes', () => {
  const allowed: Record<string, string[]> = {
    'src/main.ts': [`import { app } from './app.ts';`, `import { x } from './platform/settings.ts';`],
    'src/cli.ts': [`import { start } from './main.ts';`, `import { allCommands } from './app.ts';`],
    'src/app.ts': [`import { merchantService } from './merchant/merchant.service.ts';`],
    'src/merchant/merchant.service.ts': [
      `import { orderRoutes } from './orders/order.routes.ts';`,
      `import { orderJobs } from './orders/order.jobs.ts';`,
      `import type { FastifyInstance } from 'fastify';`,
    ],
    'src/merchant/merchant.context.ts': [`import type { Clock } from '../platform/clock.ts';`],
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
      `import { post } from '../ledger/post-entry.ts';`,
      `import type { Entry } from '../ledger/ledger.rules.ts';`,
      `import type { Context } from '../merchant.context.ts';`,
    ],
    'src/merchant/orders/order.rules.ts': [
      `import assert from 'node:assert/strict';`,
      `import { parseMoney } from '../../platform/money.ts';`,
      `import type { Clock } from '../../platform/clock.ts';`,
      `import { balance } from '../ledger/ledger.rules.ts';`,
    ],
    'src/merchant/orders/order.store.ts': [
      `import type { Client } from 'pg';`,
      `import { canFill } from './order.rules.ts';`,
      `import { lockFill } from './fill.store.ts';`,
      'export const findOrder = (sql) => sql`select 1`;',
    ],
    'src/merchant/orders/order.store.test.ts': [
      `import { createTestDatabase } from '../../../test/support/database.ts';`,
      `import fc from 'fast-check';`,
      'await sql`select 1`;',
    ],
    'src/merchant/migrations/0001_create_orders.sql': ['create table orders ();'],
    'src/platform/mail/mailbox.routes.ts': [`import type { FastifyInstance } from 'fastify';`],
    'src/platform/postgres/migrate.ts': ['await sql`select 1`;'],
    'src/platform/full.ts': ['x;\n'.repeat(400)],
    'test/browser/checkout.test.ts': [
      `import { x } from '../../src/merchant/orders/place-order.ts';`,
      `import { y } from '../../src/social/feed/read-feed.ts';`,
    ],
    'bench/run.ts': [`import { x } from '../src/merchant/orders/place-order.ts';`, 'await sql`select 1`;'],
  };
  for (const [path, lines] of Object.entries(allowed)) {
    test(path, () => assert.deepEqual(violationsOf({ [path]: lines.join('\n') }), []));
  }
  test('all of it together', () => {
    const files = Object.fromEntries(
      Object.entries(allowed).map(([path, lines]) => [path, lines.join('\n')]),
    );
    assert.deepEqual(violationsOf(files), []);
  });
});

test('a circle of types alone is no cycle', () => {
  const one = `import type { Two } from './two.ts';`;
  const two = `import { one } from './one.ts';`;
  assert.deepEqual(violationsOf({ 'src/platform/one.ts': one, 'src/platform/two.ts': two }), []);
});

test('a violation is reported as one line with file, line, rule and sentence', () => {
  const source = `// why\nimport { x } from './two.ts';\nimport fc from 'fast-check';\n`;
  const [violation] = findViolations(new Map([['src/platform/one.ts', source]]), packageJson);
  assert.ok(violation);
  assert.equal(
    formatViolation(violation),
    'src/platform/one.ts:3  product-alone  fast-check is a development dependency, absent where the product is installed.',
  );
});
