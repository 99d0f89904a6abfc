import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { newId } from '../../platform/ids.ts';
import { createPsp } from '../access/credentials/manage-credentials.ts';

let testApp: TestApp;
let client: MerchantClient;
let other: MerchantClient;
const url = 'https://shop.example/hooks';

before(async () => {
  testApp = await openMerchantApp();
  client = await merchantClient(testApp);
  other = await merchantClient(testApp, await createPsp(testApp.platform, 'Another'));
});
after(() => testApp.close());

test("an endpoint's address can be changed; switching it off cancels pending deliveries, and it can be switched on again", async () => {
  const { webhook_endpoint_id: id } = (await client.post('/webhooks', { url })).json();
  await client.post(`/webhooks/${id}/test`);
  const changed = await client.put(`/webhooks/${id}`, {
    url: 'https://shop.example/new#x',
    status: 'DISABLED',
  });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual([changed.json().url, changed.json().status], ['https://shop.example/new', 'DISABLED']);
  assert.ok(changed.json().disabled_at);
  const [delivery] = (await client.get('/webhooks/deliveries')).json() as { status: string }[];
  assert.equal(delivery?.status, 'CANCELLED');
  assert.equal((await client.post(`/webhooks/${id}/test`)).statusCode, 409);
  const on = await client.put(`/webhooks/${id}`, { url, status: 'ENABLED' });
  assert.deepEqual([on.json().status, on.json().disabled_at], ['ENABLED', null]);
  assert.equal((await client.post(`/webhooks/${id}/test`)).statusCode, 200);
  for (const body of [{ url: 'nowhere', status: 'ENABLED' }, { url }, { url, status: 'SLEEPY' }])
    assert.equal((await client.put(`/webhooks/${id}`, body)).statusCode, 400);
  for (const unknown of [newId(), 'no-id'])
    assert.equal((await client.put(`/webhooks/${unknown}`, { url, status: 'ENABLED' })).statusCode, 404);
  assert.equal((await other.put(`/webhooks/${id}`, { url, status: 'DISABLED' })).statusCode, 404);
  const unknownSpend = await testApp.app.inject({
    method: 'PUT',
    url: `/merchant/webhooks/${id}`,
    payload: { url },
  });
  assert.equal(unknownSpend.statusCode, 401);
});
