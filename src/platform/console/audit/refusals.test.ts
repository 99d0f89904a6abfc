import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, type TestApp } from '../../../../test/support/app.ts';
import { createPerson, openConsoleApp, signIn, staffAs, Visitor } from '../../../../test/support/console.ts';
import { tidyConsoleCron } from '../console.jobs.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp();
  holdTime(praca.clock);
});
after(() => praca.close());

const countRows = async (table: 'console_audit' | 'console_refusals'): Promise<number> =>
  (await praca.sql`select from platform.${praca.sql.identifier(table)}`).length;

test('many refused sign-ins are one counted line per person, network and hour, and staff see it', async () => {
  const admin = await createPerson(praca, [staffAs('admin')]);
  const visitor = await signIn(praca, admin.email);
  const before = await countRows('console_audit');
  const stranger = new Visitor(praca, '10.7.7.7');
  await stranger.get('/console/sign-in');
  const flood = (email: string) =>
    Promise.all(
      Array.from({ length: 30 }, () => stranger.post('/console/sign-in', { email, password: 'wrong' })),
    );
  await flood(admin.email);
  praca.clock.offsetMs += 20 * 60_000;
  await flood('nobody@example.com');
  assert.equal(await countRows('console_audit'), before, 'none of them is in the record');
  assert.equal(await countRows('console_refusals'), 2);
  const { body } = await visitor.get('/console/staff/audit?act=sign_in.failed');
  assert.equal(body.match(/10\.7\.7\.7/g)?.length, 2);
  assert.match(body, /How often: \d+/);
  assert.match((await visitor.get('/console/me')).body, /10\.7\.7\.7 · \d+ ×/);
});

test('counted refusals are deleted after a year', async () => {
  praca.clock.offsetMs += 366 * 24 * 3_600_000;
  await tidyConsoleCron(praca.platform).run(undefined);
  assert.equal(await countRows('console_refusals'), 0);
});
