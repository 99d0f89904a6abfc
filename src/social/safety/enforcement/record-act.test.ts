import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openLiveClient } from '../../../../test/support/live-client.ts';
import { openModeration, type Moderation } from '../../../../test/support/moderation.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { until } from '../../../../test/support/process.ts';
import { findDevicesToNotify } from '../../delivery/devices/device.store.ts';
import type { PushSwitch } from '../../delivery/push/push-service.rules.ts';

let praca: TestApp;
let people: People;
let moderation: Moderation;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  moderation = await openModeration(praca);
});
after(() => praca.close());

interface Job {
  userId: string;
  deviceId: string;
  note: Record<string, string>;
}
const pushJobs = async (): Promise<Job[]> => {
  const rows = await praca.sql<{ payload: Job }[]>`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'social_push' order by j.id`;
  return rows.map((row) => row.payload);
};

test('a notice arrives live and by push; a suspended user gets no push at all', async () => {
  const [bia] = (await people.create(1)) as [Person];
  const register = () => {
    const now = praca.clock.now();
    return praca.sql`
      insert into social.devices
        (user_id, device_id, session_id, platform, endpoint, sealed_keys, created_at, updated_at)
      values (${bia.id}, 'phone', ${bia.sessionId}, 'web', 'https://push.example.com/1', ${Buffer.from([1])}, ${now}, ${now})
      on conflict do nothing`;
  };
  await register();
  const devices = async (by: PushSwitch) =>
    (await findDevicesToNotify(praca.sql, bia.id, by, praca.clock.now())).map(({ deviceId }) => deviceId);
  const { body: warned } = await moderation.act(bia.id, 'warn');
  assert.deepEqual(
    (await pushJobs()).map(({ userId, deviceId, note }) => [userId, deviceId, note]),
    [[bia.id, 'phone', { kind: 'notice', noticeId: warned['act'].id, act: 'warn' }]],
  );
  await praca.sql`update social.users set notify_message = false, notify_combination = false where id = ${bia.id}`;
  assert.deepEqual(
    [await devices('newMessage'), await devices('newCombination'), await devices('none')],
    [[], [], ['phone']],
  );

  const url = await praca.listen();
  const live = await openLiveClient({ url, userId: bia.id, token: bia.token, via: 'websocket' });
  await moderation.act(bia.id, 'hide', { reason: 'for a while' });
  await until(() => live.updates.length > 0, 'the notice');
  assert.deepEqual(
    live.updates.map(({ type, data }) => [type, data['kind'], data['reason']]),
    [['notice', 'hide', 'for a while']],
  );
  await live.stop();
  const present = () => praca.sql`select from social.presences where user_id = ${bia.id}`;
  await until(async () => (await present()).length === 0, 'no presence');

  const before = (await pushJobs()).length;
  await moderation.act(bia.id, 'suspend', { until: null });
  assert.equal((await pushJobs()).length, before);
  // The devices were deleted with the session. A device with a session would not be notified either.
  await praca.sql`update social.sessions set ended_at = null where id = ${bia.sessionId}`;
  await register();
  await praca.sql`update social.users set notify_message = true, notify_combination = true where id = ${bia.id}`;
  for (const by of ['newMessage', 'newCombination', 'none'] as const)
    assert.deepEqual(await devices(by), [], by);
});

test('an act is mailed in the user’s language if an address is known, including a suspension', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await praca.sql`
    update social.users set email = 'bia@example.com', language = 'pt', notify_alert = false where id = ${bia.id}`;
  const reporting = { reason: 'rude' };
  await moderation.call('POST', `/user/${ana.id}/report/${bia.id}`, ana.headers, reporting);
  assert.equal((await moderation.act(bia.id, 'dismiss')).body['status'], 'done');
  await moderation.act(bia.id, 'suspend', { until: null, reason: 'Ameaças' });
  await praca.runJobs();
  const mails = () => praca.sql<{ subject: string; text: string }[]>`
    select subject, text_body as text from platform.mailbox where recipient = 'bia@example.com'`;
  const waiting = () => praca.sql`select from graphile_worker.jobs where task_identifier = 'send_mail'`;
  await until(async () => (await mails()).length > 0 && (await waiting()).length === 0, 'the mail');
  const [mail, ...more] = await mails();
  assert.equal(more.length, 0);
  assert.equal(mail?.subject, 'Uma decisão sobre o seu perfil');
  assert.equal(
    mail.text,
    'Seu perfil está suspenso para sempre.\n\nAmeaças\n\nSe não concorda, entre para enviar um recurso.\n',
  );
});
