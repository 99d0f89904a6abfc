import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { printApi, type Document } from '../../scripts/client-types/print-api.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let praca: TestApp;
before(async () => {
  praca = await openTestApp();
});
after(() => praca.close());

for (const service of ['merchant', 'accounts', 'social']) {
  test(`the client's types of ${service} match its OpenAPI document`, async () => {
    const document = (await praca.app.inject(`/${service}/openapi.json`)).json<Document>();
    const written = readFileSync(
      new URL(`../../packages/client/src/generated/${service}.ts`, import.meta.url),
      'utf8',
    );
    assert.equal(
      written,
      printApi(service, document),
      '`npm start`, then `npm run praca -- run scripts/client-types.ts` generates them again',
    );
  });
}
