import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { addStaff } from '../../../../test/support/commands.ts';
import { createStaffCommand } from '../../../platform/staff/create-staff.ts';

let praca: TestApp;
let by: string;
before(async () => {
  praca = await openSocialApp();
  by = await addStaff(praca.platform);
  holdTime(praca.clock);
});
after(() => praca.close());

const basic = (email: string, password: string): string =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
const ask = (authorization: string, remoteAddress: string, payload?: object) =>
  praca.app.inject({
    method: 'POST',
    url: '/social/staff/token',
    headers: { authorization },
    remoteAddress,
    ...(payload ? { payload } : {}),
  });

test('a temporary password gets no API token until it is replaced by a valid new one, which works once', async () => {
  const lines: string[] = [];
  const email = 'nova@praca.test';
  await createStaffCommand.run(praca.platform, { values: { by }, positionals: [email] }, (line) =>
    lines.push(line),
  );
  const temporary = /[0-9a-z]{26}/.exec(lines.join('\n'))?.[0] ?? '';
  const next = 'five lanterns over the quay';
  const send = (password: string, payload?: object) => ask(basic(email, password), '10.5.5.5', payload);
  for (const payload of [undefined, {}]) {
    const refused = await send(temporary, payload);
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'password_change_required']);
    assert.equal(refused.json().access_token, undefined);
  }
  for (const [password, code] of [
    ['short', 'too_short'],
    ['x'.repeat(900), 'too_long'],
    ['nova nova nova nova', 'tells'],
    [temporary, 'same'],
  ] as const) {
    const refused = await send(temporary, { new_password: password });
    assert.equal(refused.statusCode, 400, refused.body);
    assert.deepEqual(
      refused.json().errors.map((error: { field: string; code: string }) => [error.field, error.code]),
      [['new_password', code]],
    );
  }
  const both = await Promise.all([1, 2].map(() => send(temporary, { new_password: next })));
  assert.deepEqual(
    both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    [200, 401],
    'once, also at once',
  );
  const token = both.find(({ statusCode }) => statusCode === 200)?.json().access_token;
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await praca.app.inject({ url: '/social/staff/reports', headers })).statusCode, 200);
  assert.equal((await send(temporary)).statusCode, 401);
  assert.equal((await send(next)).statusCode, 200);
  const unwanted = await send(next, { new_password: 'six lanterns over the quay' });
  assert.deepEqual([unwanted.statusCode, unwanted.json().errors[0].field], [400, 'new_password']);
  assert.equal((await send(next)).statusCode, 200, 'nothing was changed');
});

test('an expired temporary password gets no API token, and the answer states the reason', async () => {
  const lines: string[] = [];
  const email = 'tarde@praca.test';
  await createStaffCommand.run(praca.platform, { values: { by }, positionals: [email] }, (line) =>
    lines.push(line),
  );
  const temporary = /[0-9a-z]{26}/.exec(lines.join('\n'))?.[0] ?? '';
  await praca.sql`update platform.people set password_expires_at = ${praca.clock.now()} where email = ${email}`;
  const payload = { new_password: 'five lanterns over the quay' };
  const refused = await ask(basic(email, temporary), '10.5.5.6', payload);
  assert.deepEqual([refused.statusCode, refused.json().code], [401, 'unauthorized']);
  assert.match(refused.json().detail, /expired/);
  const wrong = await ask(basic(email, 'another one'), '10.5.5.6', payload);
  assert.doesNotMatch(wrong.json().detail, /expired/);
});
