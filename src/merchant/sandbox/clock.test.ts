import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMerchantApp, productionSettings } from '../../../test/support/app.ts';
import { merchantClient } from '../../../test/support/merchant.ts';

test("the sandbox's clock moves forward, and a quote expires with it", async () => {
  const testApp = await openMerchantApp();
  try {
    await testApp.start();
    const client = await merchantClient(testApp);
    const before = testApp.clock.nowMs();
    const answer = await client.post('/sandbox/clock/advance', { seconds: 90 });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.ok(Date.parse(answer.json().now) >= before + 90_000);
    for (const seconds of [0, -5, 31_536_001, '90', null]) {
      const refused = await client.post('/sandbox/clock/advance', { seconds });
      assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [400, 'seconds']);
    }
  } finally {
    await testApp.close();
  }
});

test('production has no such route', async () => {
  const testApp = await openMerchantApp({ settings: { ...productionSettings, RATE_VENUES: 'simulated' } });
  try {
    const answer = await testApp.app.inject({ method: 'POST', url: '/merchant/sandbox/clock/advance' });
    assert.equal(answer.statusCode, 404);
  } finally {
    await testApp.close();
  }
});
