import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mostNetworks } from '../../../platform/throttle/refusal.store.ts';
import { ana, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { holdTime } from '../../../../test/support/app.ts';
import { forgetOldAudit } from './record-audit.ts';

const hourMs = 3_600_000;

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
  holdTime(accounts.clock);
  await accounts.call('POST', '/signup', { body: ana });
  later(1000);
});
after(() => accounts.close());

const signIn = (user_password: string, from: string, user_email = ana.user_email) =>
  accounts.call('POST', '/signin', { body: { user_email, user_password, user_type: '0' }, from });

const later = (ms: number): void => {
  accounts.clock.offsetMs += ms;
};

const countRows = async (table: 'audit' | 'refusals'): Promise<number> =>
  (await accounts.sql`select from accounts.${accounts.sql.identifier(table)}`).length;

interface Line {
  id: string;
  event: string;
  address: string;
  detail: Record<string, unknown>;
}

test('a flood of refused sign-ins is counted in one row per account, network and hour', async () => {
  await signIn(ana.user_password, '192.0.2.7');
  later(1000);
  const before = await countRows('audit');
  const flood = (from: string, email?: string) =>
    Promise.all(Array.from({ length: 40 }, () => signIn('wrong', from, email)));
  await flood('198.51.100.1');
  await flood('198.51.100.1', 'nobody@example.com');
  later(hourMs);
  await flood('198.51.100.1');
  later(1000);
  await signIn('wrong', '198.51.100.2');
  later(1000);
  assert.equal(await countRows('audit'), before, 'none of them is in the record that is only added to');
  assert.equal(await countRows('refusals'), 4);

  const { token } = await signIn(ana.user_password, '192.0.2.7');
  const lines: Line[] = (await accounts.call('GET', '/v1/me/audit', { token })).body;
  assert.deepEqual(lines.map(({ event, address, detail }) => [event, address, detail['times']]).slice(0, 5), [
    ['signed_in', '192.0.2.7', undefined],
    ['sign_in_failed', '198.51.100.2', 1],
    ['sign_in_failed', '198.51.100.1', 40],
    ['sign_in_failed', '198.51.100.1', 40],
    ['signed_in', '192.0.2.7', undefined],
  ]);
  const reasons = lines[3]?.detail['reasons'] as Record<string, number>;
  assert.deepEqual(Object.keys(reasons).toSorted(), ['invalid_credentials', 'too_many_attempts']);
  assert.equal((reasons['invalid_credentials'] ?? 0) + (reasons['too_many_attempts'] ?? 0), 40);
  const { reason, reasons: counts } = lines[1]?.detail ?? {};
  assert.deepEqual(counts, { [String(reason)]: 1 });

  const paged: Line[] = [];
  for (let query = '?limit=2'; query !== '';) {
    const page = await accounts.call('GET', `/v1/me/audit${query}`, { token });
    paged.push(...page.body);
    query = new URL(/<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? 'http://x').search;
  }
  assert.deepEqual(paged, lines, 'page by page the same lines');
});

test('networks beyond the limit of an hour share one row', async () => {
  later(hourMs);
  const before = await countRows('refusals');
  for (let each = 0; each < mostNetworks + 5; each++)
    await signIn('wrong', `10.0.${each >> 8}.${each & 255}`, 'nobody@example.com');
  assert.equal((await countRows('refusals')) - before, mostNetworks + 1);
});

test('counted refusals are deleted with the audit', async () => {
  later(366 * 24 * hourMs);
  const settings = { AUDIT_DAYS: 365 } as Parameters<typeof forgetOldAudit>[0]['settings'];
  await forgetOldAudit({ sql: accounts.sql, clock: accounts.clock, settings });
  assert.equal(await countRows('refusals'), 0);
});
