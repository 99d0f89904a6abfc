import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  openConsoleApp,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
} from '../../../../test/support/console.ts';
import { questionIn, SoftwarePasskey } from '../../../../test/support/software-passkey.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp({ ...strictConsole, PUBLIC_URL: 'https://praca.example' });
});
after(() => praca.close());

test('a passkey is added, signs in once per challenge of its own session, and can be removed', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const { visitor } = await signInStrictly(praca, email);
  const passkey = new SoftwarePasskey('https://praca.example');
  const page = await visitor.get('/console/second-factor/set-up?to=/console/me');
  const made = passkey.create(questionIn(page.body, 'create'));
  const fields = { factor_passkey: made, name: '<b>Key</b>', to: '/console/me' };
  assert.equal((await visitor.post('/console/second-factor/set-up', fields)).location, '/console/me');
  assert.match((await visitor.get('/console/me')).body, /&lt;b&gt;Key&lt;\/b&gt;/);
  assert.equal(
    (await visitor.post('/console/second-factor/set-up', fields)).status,
    400,
    'its challenge is used',
  );

  const again = await signIn(praca, email);
  const asked = questionIn((await again.get('/console/second-factor')).body, 'get');
  assert.deepEqual(asked.ids, [passkey.id.toString('base64url')]);
  const other = await signIn(praca, email);
  await other.get('/console/second-factor');
  const proof = passkey.get(asked);
  assert.equal(
    (await other.post('/console/second-factor', { factor_passkey: proof })).status,
    401,
    'another session’s',
  );
  const stranger = new SoftwarePasskey('https://praca.example');
  const foreign = stranger.get(questionIn((await again.get('/console/second-factor')).body, 'get'));
  assert.equal(
    (await again.post('/console/second-factor', { factor_passkey: foreign })).status,
    401,
    'unknown key',
  );
  const late = passkey.get(questionIn((await again.get('/console/second-factor')).body, 'get'));
  praca.clock.offsetMs += 6 * 60_000;
  assert.equal(
    (await again.post('/console/second-factor', { factor_passkey: late })).status,
    401,
    'too late',
  );
  const fresh = passkey.get(questionIn((await again.get('/console/second-factor')).body, 'get'));
  assert.equal((await again.post('/console/second-factor', { factor_passkey: fresh })).status, 303);
  await again.get('/console/me');
  const id = passkey.id.toString('base64url');
  assert.equal(
    (await again.post('/console/me/passkeys/remove', { id })).location,
    '/console/me?done=passkey.removed',
  );
  assert.doesNotMatch((await again.get('/console/me')).body, /name="id" value="[\w-]{43}"/);
});
