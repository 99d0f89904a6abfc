import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ana, openAccountsApp, type AccountsApp, type Called } from '../../../../test/support/accounts.ts';
import { assertHidden, storedText } from '../../../../test/support/stored-text.ts';
import { holdTime } from '../../../../test/support/app.ts';
import { hashToken } from '../../../platform/tokens/opaque-token.ts';

let accounts: AccountsApp;
let uid: string;
const bia = { ...ana, user_email: 'bia@example.com', user_password: 'outra mesa, no fundo' };
before(async () => {
  accounts = await openAccountsApp();
  uid = (await accounts.call('POST', '/signup', { body: ana })).body.uid;
  await accounts.call('POST', '/signup', { body: bia });
  holdTime(accounts.clock);
});
after(() => accounts.close());
beforeEach(async () => {
  await accounts.sql`delete from platform.attempts`;
  for (const table of ['known_addresses', 'known_devices']) {
    await accounts.sql`delete from accounts.${accounts.sql.identifier(table)}`;
  }
});

const dayMs = 24 * 3_600_000;
const signIn = (password: string, from: string, device?: string, user_email = ana.user_email) =>
  accounts.call('POST', '/signin', {
    body: { user_email, user_password: password, user_type: '0' },
    from,
    ...(device === undefined ? {} : { headers: { 'x-device-token': device } }),
  });
const deviceOf = ({ headers }: Called): string => (headers['x-device-token'] as string | undefined) ?? '';
const outcome = ({ body }: Called): string => body.code ?? body.status;

/** Attacks the account from many addresses and from the one that its owner uses now. */
async function attack(from: string): Promise<void> {
  for (let tries = 0; tries < 12; tries++) await signIn('wrong', `198.51.100.${tries}`);
  for (let tries = 0; tries < 30; tries++) await signIn('wrong', from, undefined, `no${tries}@example.com`);
  for (let tries = 0; tries < 12; tries++) {
    const { headers } = await signIn('wrong', from);
    accounts.clock.offsetMs += Number(headers['retry-after'] ?? 0) * 1000;
  }
}

test('failures of strangers do not delay a known device', async () => {
  const device = deviceOf(await signIn(ana.user_password, '192.0.2.7'));
  assert.match(device, /^[\w-]{43}$/);
  await attack('203.0.113.5');
  assert.equal(outcome(await signIn(ana.user_password, '203.0.113.5')), 'too_many_attempts');
  const known = await signIn(ana.user_password, '203.0.113.5', device);
  assert.equal(outcome(known), 'success');
  assert.equal(deviceOf(known), device);
});

test('the device cookie has the same effect and survives a logout', async () => {
  const first = await signIn(ana.user_password, '192.0.2.7');
  const [session, cookie] = first.headers['set-cookie'] as string[];
  assert.match(session ?? '', /^praca_session=/);
  assert.match(cookie ?? '', /^praca_device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  const loggedOut = await accounts.call('GET', '/logout', { token: first.token });
  assert.doesNotMatch(String(loggedOut.headers['set-cookie']), /device/);
  await attack('203.0.113.5');
  const body = { user_email: ana.user_email, user_password: ana.user_password, user_type: '0' };
  const headers = { cookie: String(cookie).split(';')[0] ?? '' };
  const back = await accounts.call('POST', '/signin', { body, headers, from: '203.0.113.5' });
  assert.equal(outcome(back), 'success');
});

test('a stolen device token allows few guesses, and none at another account', async () => {
  const device = deviceOf(await signIn(ana.user_password, '192.0.2.7'));
  const outcomes: string[] = [];
  for (let tries = 0; tries < 8; tries++) {
    outcomes.push(outcome(await signIn('wrong', `198.51.100.${tries}`, device)));
  }
  assert.deepEqual(outcomes, [
    ...Array<string>(6).fill('invalid_credentials'),
    ...Array<string>(2).fill('too_many_attempts'),
  ]);
  // Clears the device's failures, so that the next refusal is due to the unknown device.
  await accounts.sql`delete from platform.attempts`;
  for (let tries = 0; tries < 6; tries++) await signIn('wrong', '192.0.2.8', undefined, bia.user_email);
  const other = await signIn(bia.user_password, '198.51.100.9', device, bia.user_email);
  assert.equal(outcome(other), 'too_many_attempts');
});

test('failures of a device count for the account and the address too, and a success clears only the visitor’s own', async () => {
  const device = deviceOf(await signIn(ana.user_password, '192.0.2.7'));
  // The notice mail of the sign-in added a counter of its own.
  await accounts.sql`delete from platform.attempts`;
  const counters = async (): Promise<number[]> => {
    const rows = await accounts.sql<{ failures: number }[]>`select failures from platform.attempts`;
    return rows.map((row) => row.failures);
  };
  await signIn('wrong', '192.0.2.7', device);
  assert.deepEqual(await counters(), [1, 1, 1, 1]);
  assert.equal(outcome(await signIn(ana.user_password, '192.0.2.7', device)), 'success');
  assert.deepEqual(await counters(), [1, 1]);
});

test('a token that the account does not know is replaced, because an attacker may have set it', async () => {
  const device = deviceOf(await signIn(bia.user_password, '192.0.2.7', undefined, bia.user_email));
  const shared = deviceOf(await signIn(ana.user_password, '192.0.2.7', device));
  const [mine, theirs] = shared.split('.');
  assert.equal(theirs, device);
  assert.notEqual(mine, device);
  await attack('203.0.113.5');
  assert.equal(outcome(await signIn(ana.user_password, '203.0.113.5', device)), 'too_many_attempts');
  // Both users of the shared device stay known there.
  assert.equal(deviceOf(await signIn(ana.user_password, '203.0.113.5', shared)), shared);
  const again = await signIn(bia.user_password, '203.0.113.6', shared, bia.user_email);
  assert.equal(deviceOf(again), `${device}.${mine}`);
  const rows = await accounts.sql`select from accounts.known_devices`;
  assert.equal(rows.length, 2);
});

test('only the hash of a device token is stored, and a failed sign-in gets no token', async () => {
  const device = deviceOf(await signIn(ana.user_password, '192.0.2.7'));
  assertHidden(await storedText(accounts.sql, 'accounts'), [device], [hashToken(device).toString('hex')]);
  const [row] = await accounts.sql<{ description: string; user_id: string }[]>`
    select description, user_id from accounts.known_devices`;
  assert.deepEqual(row, { description: 'lightMyRequest', user_id: uid });
  for (const email of [ana.user_email, 'nobody@example.com']) {
    const { headers } = await signIn('wrong', '192.0.2.7', undefined, email);
    assert.equal(headers['x-device-token'], undefined);
    assert.equal(headers['set-cookie'], undefined);
  }
});

const isKnown = async (device: string, password = ana.user_password): Promise<boolean> => {
  await accounts.sql`delete from platform.attempts`;
  await attack('203.0.113.77');
  return outcome(await signIn(password, '203.0.113.77', device)) === 'success';
};

test('a device is known for a year after its last sign-in', async () => {
  const device = deviceOf(await signIn(ana.user_password, '192.0.2.7'));
  accounts.clock.offsetMs += 300 * dayMs;
  assert.equal(await isKnown(device), true);
  accounts.clock.offsetMs += 300 * dayMs;
  assert.equal(await isKnown(device), true);
  accounts.clock.offsetMs += 366 * dayMs;
  assert.equal(await isKnown(device), false);
});

test('the twenty most recently used devices are known', async () => {
  const first = deviceOf(await signIn(ana.user_password, '192.0.2.7'));
  const devices: string[] = [];
  for (let count = 0; count < 20; count++) {
    accounts.clock.offsetMs += 1000;
    devices.push(deviceOf(await signIn(ana.user_password, '192.0.2.7')));
  }
  assert.equal((await accounts.sql`select from accounts.known_devices`).length, 20);
  assert.equal(await isKnown(devices[0] ?? ''), true);
  assert.equal(await isKnown(first), false);
});

test('ending all other sessions forgets all other devices', async () => {
  const other = deviceOf(await signIn(ana.user_password, '192.0.2.7'));
  const mine = await signIn(ana.user_password, '192.0.2.7');
  const headers = { 'x-device-token': deviceOf(mine) };
  await accounts.call('DELETE', '/v1/me/sessions', { token: mine.token, headers });
  assert.equal(await isKnown(deviceOf(mine)), true);
  assert.equal(await isKnown(other), false);
});

test('a new password forgets every device and address except the current ones', async () => {
  const other = deviceOf(await signIn(ana.user_password, '192.0.2.6'));
  const mine = await signIn(ana.user_password, '192.0.2.7');
  const new_password = 'uma mesa no terraço';
  const changed = await accounts.call('POST', '/v1/me/password', {
    token: mine.token,
    headers: { 'x-device-token': deviceOf(mine) },
    body: { current_password: ana.user_password, new_password },
    from: '192.0.2.7',
  });
  assert.equal(changed.status, 204);
  const addresses = await accounts.sql<{ address: string }[]>`select address from accounts.known_addresses`;
  assert.deepEqual(
    addresses.map(({ address }) => address),
    ['192.0.2.7'],
  );
  assert.equal(await isKnown(deviceOf(changed), new_password), true);
  for (const device of [other, deviceOf(mine)]) assert.equal(await isKnown(device, new_password), false);
  // In the sandbox anyone can request a one-time password, so it must not forget devices.
  const { password } = (await accounts.call('POST', '/forgetpassword', { body: ana })).body;
  assert.ok(password);
  assert.equal(await isKnown(deviceOf(changed), new_password), true);
});
