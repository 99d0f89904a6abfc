import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from '../../../../test/support/app.ts';

test('with ROOT_SERVICE, social also answers without its path prefix', async () => {
  const praca = await openTestApp({
    settings: { SERVICES: 'social', ROOT_SERVICE: 'social' },
  });
  try {
    for (const prefix of ['', '/social']) {
      const tokens = await praca.app.inject({
        method: 'POST',
        url: `${prefix}/oauth/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'user_id=root&name=Root',
      });
      assert.equal(tokens.statusCode, 200, tokens.body);
      const profile = `${prefix}/user/perfil?access_token=${tokens.json().access_token}`;
      assert.equal((await praca.app.inject(profile)).json().name, 'Root');
      assert.equal((await praca.app.inject(`${prefix}/user/perfil`)).statusCode, 401);
      assert.equal((await praca.app.inject(`${prefix}/event/cities`)).statusCode, 200);
    }
  } finally {
    await praca.close();
  }
});
