import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  listRecorded,
  mailedLink,
  openConsoleApp,
  staffAs,
  Visitor,
} from '../../../../test/support/console.ts';
import { workOf } from '../../../../test/support/work.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp();
});
after(() => praca.close());

test('a request for a link does the same work for staff, unknown addresses and disabled people', async () => {
  const known = await createPerson(praca, [staffAs('admin')]);
  const disabled = await createPerson(praca, [staffAs('admin')]);
  await praca.sql`update platform.people set disabled_at = now() where id = ${disabled.id}`;
  const visitor = new Visitor(praca, '10.5.5.5');
  await visitor.get('/console/forgotten');
  const work = (email: string) =>
    workOf(praca.platform.hasher, () => visitor.post('/console/forgotten', { email }));
  const ofNobody = await work('nobody@example.com');
  assert.deepEqual(await work(known.email), ofNobody);
  assert.deepEqual(await work(disabled.email), ofNobody);
  await praca.runJobs();
  await mailedLink(praca, known.email);
  const sent = (await listRecorded(praca)).filter(({ act }) => act === 'password.link_sent');
  assert.deepEqual(
    sent.map(({ person_email: email }) => email),
    [known.email],
  );
});
