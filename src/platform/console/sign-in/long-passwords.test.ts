import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  openConsoleApp,
  signIn,
  staffAs,
  Visitor,
} from '../../../../test/support/console.ts';
import { longestNormalised, workOf } from '../../../../test/support/work.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp();
});
after(() => praca.close());

/** The longest password has 256 characters. */
const mostUnits = 4 * 256;
/** Each letter has marks in the wrong order. Normalising all of it would take seconds. */
const endless = `a${'\u0301\u0316'.repeat(20_000)}`;

test('a sign-in does not normalise more than the longest password, and refuses longer ones with the usual work', async (context) => {
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  const visitor = new Visitor(praca);
  await visitor.get('/console/sign-in');
  const guess = (password: string) => async () => {
    assert.equal((await visitor.post('/console/sign-in', { email, password })).status, 401);
  };
  assert.ok((await longestNormalised(context, guess(endless))) <= mostUnits);
  const { hasher } = praca.platform;
  assert.deepEqual(await workOf(hasher, guess(endless)), await workOf(hasher, guess('wrong wrong wrong')));
});

for (const [what, fields] of [
  ['the present password', { current_password: endless, password: 'five other words to keep' }],
  ['the new password', { current_password: goodPassword, password: endless }],
] as const) {
  test(`a change does not normalise more of ${what} than the longest password`, async (context) => {
    const { email } = await createPerson(praca, [staffAs('viewer')]);
    const visitor = await signIn(praca, email);
    const longest = await longestNormalised(context, async () => {
      assert.equal((await visitor.post('/console/me/password', fields)).status, 409);
    });
    assert.ok(longest <= mostUnits, String(longest));
  });
}
