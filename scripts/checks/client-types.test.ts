import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from '../../test/support/app.ts';
import { printApi, type Document } from '../client-types/print-api.ts';
import { complain, root } from './tool.ts';

let praca: TestApp;
before(async () => {
  praca = await openTestApp();
});
after(() => praca.close());

for (const service of ['merchant', 'accounts', 'social']) {
  test(`the client's types of ${service} match its OpenAPI document`, async () => {
    const document = (await praca.app.inject(`/${service}/openapi.json`)).json<Document>();
    const path = `packages/client/src/generated/${service}.ts`;
    if (readFileSync(join(root, path), 'utf8') === printApi(service, document)) return;
    complain([
      `${path} is old.`,
      '`npm start`, then `npm run praca -- run scripts/client-types.ts` generates it again.',
    ]);
  });
}
