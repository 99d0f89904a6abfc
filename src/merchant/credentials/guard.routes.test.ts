import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { createServer } from '../../platform/http/server.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { RequestRecorder } from '../recent-requests/record-requests.ts';
import { guardRoutes } from './guard.routes.ts';

let here: TestApp;
before(async () => {
  here = await openMerchantApp();
});
after(() => here.close());

const openGuarded = async () => {
  const app = await createServer({
    log: here.platform.log,
    metrics: here.platform.metrics,
    bodyLimitBytes: 1024,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: false,
  });
  // None of it is asked before a request comes.
  guardRoutes(app, here.platform as unknown as MerchantContext, new RequestRecorder(here.platform));
  return app;
};

test('a route that names no scope stops the start, also one that is hidden from the documents', async () => {
  const app = await openGuarded();
  assert.throws(() => app.get('/open', () => 'open'), /GET \/open names no scope/);
  assert.throws(() => app.get('/hidden', { schema: { hide: true } }, () => 'open'), /names no scope/);
  app.get('/public', { config: { scope: 'none' }, schema: { hide: true } }, () => 'open');
  assert.equal((await app.inject('/public')).body, 'open');
});

test('a public route that asks for the PSP fails instead of answering for nobody', async () => {
  const app = await openGuarded();
  app.get('/psp', { config: { scope: 'none' } }, (request) => String(request.psp.pspId));
  assert.equal((await app.inject('/psp')).statusCode, 500);
});
