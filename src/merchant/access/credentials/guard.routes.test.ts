import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { createServer } from '../../../platform/http/server.ts';
import type { MerchantContext } from '../../merchant.context.ts';
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
  // The context is used only when a request arrives.
  guardRoutes(app, here.platform as unknown as MerchantContext, new RequestRecorder(here.platform));
  return app;
};

test('a route without a scope stops the start, also if it is hidden from the OpenAPI document', async () => {
  const app = await openGuarded();
  assert.throws(() => app.get('/open', () => 'open'), /GET \/open has no scope/);
  assert.throws(() => app.get('/hidden', { schema: { hide: true } }, () => 'open'), /has no scope/);
  app.get('/public', { config: { scope: 'none' }, schema: { hide: true } }, () => 'open');
  assert.equal((await app.inject('/public')).body, 'open');
});

test('a public route that reads the PSP fails instead of answering without one', async () => {
  const app = await openGuarded();
  app.get('/psp', { config: { scope: 'none' } }, (request) => String(request.psp.pspId));
  assert.equal((await app.inject('/psp')).statusCode, 500);
});
