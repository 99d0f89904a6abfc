import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openLiveClient, type LiveClient } from '../../../../test/support/live-client.ts';
import { openModeration, type Moderation, type SignedIn } from '../../../../test/support/moderation.ts';
import { until } from '../../../../test/support/process.ts';
import { advanceClock } from '../../../platform/shared-clock.ts';

let praca: TestApp;
let url: string;
let moderation: Moderation;
before(async () => {
  praca = await openSocialApp({ settings: { RATE_LIMIT: '0' } });
  url = await praca.listen();
  moderation = await openModeration(praca);
  await praca.runJobs();
});
after(() => praca.close());

interface Page {
  updates: { seq: number; type: string; data: { id?: string } }[];
  seq: number;
  complete: boolean;
}
const updatesOf = async (user: SignedIn, since: number): Promise<Page> =>
  (await moderation.call('GET', `/user/${user.id}/updates?since=${since}`, user.headers)).body;
const typesOf = ({ updates, complete }: Page) => ({ types: updates.map(({ type }) => type), complete });
const chatOf = async (user: SignedIn, other: SignedIn): Promise<string[] | number> => {
  const { status, body } = await moderation.call('GET', `/user/${user.id}/chat/${other.id}`, user.headers);
  return status === 200 ? (body.messages as { message: string }[]).map(({ message }) => message) : status;
};
const send = (from: SignedIn, to: SignedIn, message: string) =>
  moderation.call('POST', `/user/${from.id}/chat/${to.id}`, from.headers, { message });

/** Signs in two combined users and a third without likes. */
async function meet(name: string): Promise<[ana: SignedIn, bia: SignedIn, eva: SignedIn]> {
  const ana = await moderation.signIn(`${name}-ana`);
  const bia = await moderation.signIn(`${name}-bia`);
  const eva = await moderation.signIn(`${name}-eva`);
  await moderation.call('POST', `/user/like/${bia.id}`, ana.headers);
  await moderation.call('POST', `/user/like/${ana.id}`, bia.headers);
  return [ana, bia, eva];
}

const waysOfLeaving = {
  'was suspended, and is lifted': {
    leave: (user: SignedIn) => moderation.act(user.id, 'suspend', { until: null }),
    comeBack: (user: SignedIn) => moderation.act(user.id, 'lift'),
  },
  'was deleted, and signs in again': {
    leave: (user: SignedIn) => moderation.call('POST', `/user/${user.id}/delete`, user.headers, {}),
    comeBack: (_user: SignedIn, name: string) => moderation.signIn(name),
  },
};

for (const [way, { leave, comeBack }] of Object.entries(waysOfLeaving)) {
  test(`messages of a user who ${way} are not lost for a partner who read updates meanwhile`, async () => {
    const name = way.replaceAll(/\W/g, '');
    const [ana, bia, eva] = await meet(name);
    const seen = (await updatesOf(ana, 0)).seq;
    await send(bia, ana, 'Oi');
    assert.equal((await leave(bia)).status, 200);
    await until(async () => !(await updatesOf(ana, seen)).complete, 'the update about the leaving');
    const meanwhile = await updatesOf(ana, seen);
    assert.deepEqual(typesOf(meanwhile), { types: [], complete: false });
    assert.deepEqual(typesOf(await updatesOf(ana, meanwhile.seq)), { types: [], complete: true });
    assert.equal(await chatOf(ana, bia), 403);

    await comeBack(bia, `${name}-bia`);
    await until(async () => !(await updatesOf(ana, meanwhile.seq)).complete, 'the update about the return');
    const afterwards = await updatesOf(ana, meanwhile.seq);
    assert.deepEqual(typesOf(await updatesOf(ana, afterwards.seq)), { types: [], complete: true });
    assert.deepEqual(await chatOf(ana, bia), ['Oi']);
    assert.deepEqual(await updatesOf(eva, 0), { updates: [], seq: 0, more: false, complete: true });
  });
}

for (const via of ['websocket', 'events'] as const) {
  test(`an open connection gets a reload when a partner leaves and returns (${via})`, async () => {
    const [ana, bia, eva] = await meet(via);
    const open = ({ id, token }: SignedIn, since?: number): Promise<LiveClient> =>
      openLiveClient({ url, userId: id, token, via, ...(since === undefined ? {} : { since }) });
    const [mine, strangers] = [await open(ana), await open(eva)];
    await send(bia, ana, 'Oi');
    await until(() => mine.updates.length === 1, 'the message');
    await moderation.act(bia.id, 'suspend', { until: null });
    await until(() => mine.gaps() === 1, 'the update about the leaving');
    await moderation.act(bia.id, 'lift');
    await until(() => mine.gaps() === 2, 'the update about the return');
    const back = await moderation.signIn(`${via}-bia`);
    await send(back, ana, 'de novo');
    await until(() => mine.updates.length === 2, 'the next message');
    assert.deepEqual([mine.gaps(), strangers.gaps(), strangers.updates], [2, 0, []]);

    const late = await open(ana, mine.updates[0]?.seq);
    await until(() => late.updates.length === 1, 'the updates after the first message');
    assert.deepEqual([late.gaps(), late.updates], [2, mine.updates.slice(1)]);
    for (const client of [mine, strangers, late]) await client.stop();
  });
}

test('when a suspension ends by date, the partners are notified', async () => {
  const [ana, bia] = await meet('dated');
  await send(bia, ana, 'Oi');
  const days = (count: number) => new Date(praca.clock.nowMs() + count * 86_400_000).toISOString();
  await moderation.act(bia.id, 'suspend', { until: days(1), reason: 'first' });
  await moderation.act(bia.id, 'suspend', { until: days(2), reason: 'longer' });
  const waiting = () => praca.sql<{ runAt: Date }[]>`
    select run_at as "runAt" from graphile_worker.jobs
    where task_identifier = 'social_tell_partners' and run_at > now()`;
  assert.equal((await waiting()).length, 1, 'the longer suspension replaces the first');
  await until(
    async () => (await praca.sql`select from graphile_worker.jobs where run_at <= now()`).length === 0,
    'the update about the leaving',
  );
  const { seq } = await updatesOf(ana, 0);
  await advanceClock(praca.platform, praca.clock, 2 * 86_400 + 10);
  const again = await moderation.signIn('dated-ana');
  await until(async () => !(await updatesOf(again, seq)).complete, 'the update about the return');
  assert.deepEqual(await chatOf(again, bia), ['Oi']);
});
