import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import {
  openModeration,
  type Json,
  type Moderation,
  type SignedIn,
} from '../../../../test/support/moderation.ts';
import { actBeside } from '../../../../test/support/row-locks.ts';

const dayMs = 86_400_000;
let praca: TestApp;
let moderation: Moderation;
before(async () => {
  praca = await openSocialApp();
  moderation = await openModeration(praca);
});
after(() => praca.close());

const participants = async (eventId: number, { headers }: SignedIn) =>
  (await moderation.call('GET', `/event/${eventId}/participants`, headers)).body as Record<string, Json>[];

const create = async (name: string): Promise<number> => {
  const startDate = new Date(praca.clock.nowMs() + 30 * dayMs).toISOString();
  const endDate = new Date(praca.clock.nowMs() + 31 * dayMs).toISOString();
  const location = { name: 'Praça', city: 'São Paulo', state: 'SP' };
  const event = { name, category: 'music', startDate, endDate, location, maximumAttendeeCapacity: 1 };
  const answer = await moderation.call('POST', '/staff/events', await moderation.staff('clara'), event);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body['id'];
};
const tryToConfirm = (eventId: number, who: SignedIn, query = '') =>
  moderation.call('POST', `/event/${eventId}/confirm/${who.id}${query}`, who.headers);
const confirm = async (eventId: number, who: SignedIn, query = ''): Promise<string> =>
  (await tryToConfirm(eventId, who, query)).body['status'];

test('a suspension frees seats for waiting users, and a returning user gets those that are left', async () => {
  const [ana, rui] = [await moderation.signIn('ana'), await moderation.signIn('rui')];
  const going = async (eventId: number): Promise<string[]> =>
    (await participants(eventId, ana)).map((card) => String(card['id']));
  const [wanted, quiet] = [await create('Samba'), await create('Roda')];
  for (const eventId of [wanted, quiet]) assert.equal(await confirm(eventId, rui), 'confirmed');
  assert.equal(await confirm(wanted, ana, '?wait=true'), 'waiting');
  await moderation.act(rui.id, 'suspend', { until: new Date(praca.clock.nowMs() + dayMs).toISOString() });
  assert.deepEqual(await going(wanted), [ana.id]);
  assert.deepEqual(await going(quiet), []);
  await moderation.act(rui.id, 'lift');
  assert.deepEqual([await going(wanted), await going(quiet)], [[ana.id], [rui.id]]);
  await moderation.act(rui.id, 'suspend', { until: new Date(praca.clock.nowMs() + dayMs).toISOString() });
  praca.clock.offsetMs += dayMs + 1000;
  const again = await moderation.signIn('ana');
  assert.equal((await moderation.signIn('rui')).id, rui.id);
  const shown = await participants(quiet, again);
  assert.deepEqual(
    shown.map((card) => card['id']),
    [rui.id],
  );
});

test('a user suspended while confirming or joining a waiting list has neither a seat nor a list position', async () => {
  const [ana, rui] = [await moderation.signIn('ana'), await moderation.signIn('rui')];
  const [free, full] = [await create('Choro'), await create('Forró')];
  assert.equal(await confirm(full, ana), 'confirmed');
  for (const [eventId, query] of [
    [free, ''],
    [full, '?wait=true'],
  ] as const) {
    const { waited } = await actBeside(praca.sql, {
      hold: (tx) => tx`update social.users set suspended_until = 'infinity' where id = ${rui.id}`,
      act: async () => assert.equal((await tryToConfirm(eventId, rui, query)).status, 401),
    });
    assert.ok(waited);
    await praca.sql`update social.users set suspended_until = '-infinity' where id = ${rui.id}`;
  }
  const counted = await praca.sql`
    select participants, waiting from social.events where id in (${free}, ${full}) order by id`;
  assert.deepEqual(
    counted.map((event) => [event['participants'], event['waiting']]),
    [
      [0, 0],
      [1, 0],
    ],
  );
});
