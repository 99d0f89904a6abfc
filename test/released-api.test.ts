import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { findBreakingChanges, type ApiDocument } from '../scripts/api-changes/find-breaking-changes.ts';
import { openTestApp, type TestApp } from './support/app.ts';

let praca: TestApp;
before(async () => {
  praca = await openTestApp();
});
after(() => praca.close());

for (const service of ['merchant', 'accounts', 'social']) {
  test(`clients written for the released document of ${service} keep working`, async () => {
    const current = (await praca.app.inject(`/${service}/openapi.json`)).json<ApiDocument>();
    const path = new URL(`./fixtures/openapi/${service}.json`, import.meta.url);
    const released = JSON.parse(readFileSync(path, 'utf8')) as ApiDocument;
    assert.ok(Object.keys(released.paths).length > 10);
    assert.deepEqual(findBreakingChanges(released, current), []);
  });
}
