import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { merchantToken } from '../../../test/support/merchant.ts';

let testApp: TestApp;
let tokens: Record<'all' | 'read' | 'write' | 'nothing', string>;

before(async () => {
  testApp = await openMerchantApp();
  tokens = {
    all: await merchantToken(testApp),
    read: await merchantToken(testApp, { scope: 'read psp' }),
    write: await merchantToken(testApp, { scope: 'write psp' }),
    nothing: await merchantToken(testApp, { scope: 'read write' }),
  };
});
after(() => testApp.close());

interface Operation {
  method: string;
  path: string;
  scope: 'read' | 'write';
}

/** From the published document, so that no route can be forgotten here. */
async function operations(): Promise<Operation[]> {
  const document = (await testApp.app.inject('/merchant/openapi.json')).json() as {
    paths: Record<string, Record<string, object>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter(() => path !== '/oauth/token')
      .map((method) => ({ method: method.toUpperCase(), path, scope: expectedScope(method, path) })),
  );
}

/** Reading the rates is a POST in the interface; every other POST and DELETE changes something. */
function expectedScope(method: string, path: string): 'read' | 'write' {
  return method === 'get' || path.startsWith('/rates/') ? 'read' : 'write';
}

async function ask(operation: Operation, token: string | undefined): Promise<number> {
  const url = `/merchant${operation.path.replaceAll(/\{[^}]*\}/g, 'x')}`;
  const answer = await testApp.app.inject({
    method: operation.method as 'GET',
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  if (answer.statusCode === 401) assert.match(String(answer.headers['www-authenticate']), /^Bearer /);
  return answer.statusCode;
}

test('every operation asks for a token, for psp, and for its own scope', async () => {
  const all = await operations();
  for (const known of ['/orders', '/withdrawals', '/payments/{paymentReferenceId}/refund'])
    assert.ok(
      all.some(({ path }) => path === known),
      known,
    );
  for (const operation of all) {
    const name = `${operation.method} ${operation.path}`;
    assert.equal(await ask(operation, undefined), 401, `${name} without a token`);
    assert.equal(await ask(operation, 'nonsense'), 401, `${name} with nonsense`);
    assert.equal(await ask(operation, tokens.nothing), 403, `${name} without psp`);
    const [granted, other] =
      operation.scope === 'read' ? [tokens.read, tokens.write] : [tokens.write, tokens.read];
    assert.equal(await ask(operation, other), 403, `${name} with the other scope`);
    assert.ok(![401, 403].includes(await ask(operation, granted)), `${name} with ${operation.scope}`);
    assert.ok(![401, 403].includes(await ask(operation, tokens.all)), `${name} with everything`);
  }
});
