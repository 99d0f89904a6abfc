import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { social, type Social } from '../../packages/client/src/index.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let praca: TestApp;
let address: string;
before(async () => {
  praca = await openTestApp();
  address = await praca.listen();
});
after(() => praca.close());

/** Simulates the sessions of a browser: its tabs share one cookie that scripts cannot read. */
function openTabs(count: number, hold: () => Promise<unknown> = async () => {}) {
  let cookie = '';
  let present = 0;
  const seen = { mostAtOnce: 0, renewals: 0, ended: 0, refused: 0 };
  const send: typeof fetch = async (input, init) => {
    const url = input as string;
    if (!url.includes('/app/session')) {
      await hold();
      const response = await fetch(url, init);
      if (response.status === 401) seen.refused++;
      return response;
    }
    if (url.endsWith('/renew')) seen.renewals++;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, ++present);
    const headers = { ...(init?.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { ...init, headers });
    const [pair = ''] = (response.headers.get('set-cookie') ?? '').split(';');
    if (pair !== '') cookie = pair.endsWith('=') ? '' : pair;
    present--;
    return response;
  };
  const tabs = Array.from({ length: count }, () =>
    social({
      baseUrl: `${address}/social`,
      fetch: send,
      session: { url: `${address}/app/session`, isSignedIn: true },
      onRefreshToken: (token) => {
        if (token === undefined) seen.ended++;
      },
    }),
  );
  return { tabs: tabs as [Social, ...Social[]], seen, cookieNow: () => cookie };
}

test('tabs that share a cookie renew one after the other and all stay signed in', async () => {
  const { tabs, seen } = openTabs(4);
  await tabs[0].signIn({ user_id: 'tabs', name: 'Ana' });
  const name = async (tab: Social): Promise<string> => (await tab.get('/oauth/session')).name;
  for (const round of [1, 2, 3]) {
    // Every access token has expired, so all tabs renew at once. Several calls of one tab share one renewal.
    praca.clock.offsetMs += 2 * 3_600_000;
    const names = await Promise.all(tabs.flatMap((tab) => [name(tab), name(tab), name(tab)]));
    assert.deepEqual([...new Set(names)], ['Ana'], `round ${round}`);
  }
  assert.equal(seen.mostAtOnce, 1, 'never two with the same cookie on the way');
  assert.equal(seen.renewals, 12, 'one for each tab and round');
  assert.equal(seen.ended, 0);
});

test('a sign-out aborts pending calls and live updates before the server would refuse them', async () => {
  const waiting: (() => void)[] = [];
  let isHolding = false;
  const hold = (): Promise<void> =>
    isHolding ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve();
  const { tabs, seen } = openTabs(1, hold);
  const [tab] = tabs;
  await tab.signIn({ user_id: 'leaves', name: 'Lia' });
  const { user_id: userId } = await tab.get('/oauth/session');
  const connected = Promise.withResolvers<boolean>();
  const listening = (async () => {
    const updates = tab.live(userId, { onConnection: connected.resolve });
    for await (const update of updates) assert.fail(update.type);
  })();
  assert.equal(await connected.promise, true);
  isHolding = true;
  const asked = [tab.get('/oauth/session'), tab.post('/user/undo')].map((call) =>
    assert.rejects(call, { status: 401, code: 'unauthorized', message: 'Nobody is signed in.' }),
  );
  while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await tab.signOut();
  for (const go of waiting) go();
  await Promise.all([...asked, listening]);
  assert.deepEqual([seen.refused, seen.renewals, seen.ended], [0, 0, 1]);
});

test('a session that was ended by another tab ends at the next call, once; without an answer it continues', async () => {
  const { tabs, seen, cookieNow } = openTabs(2);
  const [one, other] = tabs as [Social, Social];
  await one.signIn({ user_id: 'ends', name: 'Rui' });
  assert.equal((await other.get('/oauth/session')).name, 'Rui');
  await one.signOut();
  assert.deepEqual([cookieNow(), one.isSignedIn, seen.ended], ['', false, 1]);
  await assert.rejects(other.get('/oauth/session'), { status: 401 });
  assert.deepEqual([other.isSignedIn, seen.ended], [false, 2]);
  await assert.rejects(other.get('/oauth/session'), { status: 401 });
  assert.equal(seen.ended, 2);

  const unreachable = social({
    baseUrl: `${address}/social`,
    fetch: () => Promise.reject(new TypeError('no line')),
    session: { url: `${address}/app/session` },
    attempts: 1,
  });
  await assert.rejects(unreachable.signOut(), { code: 'unreachable' });
  assert.equal(unreachable.isSignedIn, true, 'the cookie is still there');
});
