import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Request } from 'playwright-core';
import { assertAccessible } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { lookForTraces, noTraces, untilStored } from '../support/app-page.ts';
import { signInByName, skipTour, visitApp, type Visit } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp();
  address = await praca.listen();
  browser = await openBrowser({ isWhole: true });
});
after(async () => {
  await browser.close();
  await praca.close();
});

const open = (path: string): Promise<Visit> => visitApp(browser, address, path);

test('a link opened without a session leads to the sign-in and then to its target', async () => {
  const { page, context, complaints } = await open('/app/me');
  await page.getByRole('heading', { name: 'Sign in to Praça' }).waitFor();
  await assertAccessible(page);
  await signInByName(page, 'Ana <b>Souza</b>');
  await page.getByRole('heading', { level: 1, name: 'Me' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/app/me');
  assert.equal(await page.title(), 'Me · Praça');
  await page.getByRole('heading', { name: 'Ana <b>Souza</b>' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Me', 'the heading has the focus');
  await assertAccessible(page);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the app can be installed', async () => {
  const { page, context } = await open('/app');
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const devtools = await context.newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test browser runs in private mode, which always reports that it cannot install.
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  );
  await context.close();
});

test('sign-out cancels pending requests, so that the server refuses none of them', async () => {
  const { page, context, complaints } = await visitApp(browser, address, '/app/me', {
    serviceWorkers: 'block',
  });
  await signInByName(page, 'Ida');
  await page.getByRole('heading', { name: 'Ida' }).waitFor();
  const goOn = Promise.withResolvers<void>();
  const held = new Set<Request>();
  const isHeld = (url: URL): boolean => url.pathname.startsWith('/social/user/');
  await context.route(isHeld, async (route) => {
    held.add(route.request());
    await goOn.promise;
    await route.continue().catch(() => {});
  });
  page.on('requestfinished', (request) => held.delete(request));
  page.on('requestfailed', (request) => held.delete(request));
  await Promise.all([page.waitForRequest((request) => isHeld(new URL(request.url()))), page.reload()]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Praça' }).waitFor();
  goOn.resolve();
  while (held.size > 0) await page.waitForTimeout(50);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the app opens offline with its last data, says so, and sign-out removes all data', async () => {
  const { page, context } = await open('/app');
  await signInByName(page, 'Rui');
  await skipTour(page);
  await page.goto(`${address}/app/me`);
  await page.getByRole('heading', { level: 1, name: 'Me' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  // Data is stored with a short delay or when the page is hidden.
  await untilStored(page, 'me', '(me) => me !== undefined');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Rui' }).waitFor();
  await page.getByText('No connection. Showing what was already saved.').waitFor();
  await context.setOffline(false);
  await page.getByText('No connection.').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Praça' }).waitFor();
  assert.deepEqual(await lookForTraces(page), noTraces);
  await context.close();
});

test('sign-out works at once without a connection and does not end the session of the next person', async () => {
  const { page, context } = await open('/app');
  await signInByName(page, 'Nuno');
  await skipTour(page);
  await page.goto(`${address}/app/me`);
  await page.getByRole('heading', { name: 'Nuno' }).waitFor();
  await context.setOffline(true);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let answered = 0;
  page.on('requestfailed', (request) => {
    if (request.method() === 'DELETE') answered += 1;
  });
  await page.route('**/app/session', async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Praça' }).waitFor();
  assert.equal(answered, 0, 'the server is not waited for');
  await context.setOffline(false);
  release();
  await signInByName(page, 'Nora');
  await skipTour(page);
  await page.goto(`${address}/app/me`);
  await page.getByRole('heading', { name: 'Nora' }).waitFor();
  assert.equal(await page.evaluate(`localStorage.getItem('praca.leaving')`), null);
  await context.close();
});

test('a push shows a notification, and a tap on it opens its page in the open tab or in a new one', async () => {
  const { page, context } = await open('/app/me');
  await signInByName(page, 'Push');
  await page.getByRole('heading', { name: 'Push' }).waitFor();
  await context.grantPermissions(['notifications'], { origin: address });
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const notifications = `navigator.serviceWorker.ready.then(async (registration) =>
    (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data })))`;
  const [worker] = context.serviceWorkers();
  assert.ok(worker);
  await worker.evaluate(`{
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = async function (...given) {
      await show.apply(this, given);
      showed();
    };
  }`);
  const push = async (data: string): Promise<unknown> => {
    await page.evaluate(`navigator.serviceWorker.ready.then(async (registration) => {
      for (const shown of await registration.getNotifications()) shown.close();
    })`);
    // Querying notifications while the browser shows one can lose it, so the push is repeated until it is listed.
    for (;;) {
      await worker.evaluate(
        'void (globalThis.showing = new Promise((resolve) => { globalThis.showed = resolve; }))',
      );
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: address, registrationId, data });
      await worker.evaluate('showing');
      const [shown, ...more] = (await page.evaluate(notifications)) as unknown[];
      assert.deepEqual(more, []);
      if (shown !== undefined) return shown;
    }
  };
  const said = { type: 'message', from: 'someone', name: 'Bia <b>', message: '<i>Oi</i>' };
  const staff = {
    title: 'Praça',
    body: 'Our staff have a notice for you.',
    tag: 'notice',
    data: '/app/me/notices',
  };
  for (const [pushed, shown] of [
    ['no JSON', staff],
    [{ type: 'notice' }, staff],
    [
      { type: 'event', eventId: '7', name: 'Samba', notice: 'moved' },
      { title: 'Samba', body: 'Its time or place has changed.', tag: 'event-7', data: '/app/events/7' },
    ],
    [
      { type: 'event', eventId: '7', name: 'Samba', notice: 'a new kind' },
      { title: 'Samba', body: 'There is news about this event.', tag: 'event-7', data: '/app/events/7' },
    ],
    [
      { ...said, type: 'combination' },
      {
        title: 'Bia <b>',
        body: 'You two matched. Say hello!',
        tag: 'chat-someone',
        data: '/app/chat/someone',
      },
    ],
    [said, { title: 'Bia <b>', body: '<i>Oi</i>', tag: 'chat-someone', data: '/app/chat/someone' }],
  ] as const)
    assert.deepEqual(await push(typeof pushed === 'string' ? pushed : JSON.stringify(pushed)), shown);

  // A test cannot tap a notification, so the calls that browsers allow only after a tap are replaced.
  const tap = `(async () => {
    const [notification] = await registration.getNotifications();
    let work;
    const event = new NotificationEvent('notificationclick', { notification });
    event.waitUntil = (promise) => { work = promise; };
    WindowClient.prototype.focus = async function () { return this; };
    Clients.prototype.openWindow = async (path) => 'opened ' + path;
    dispatchEvent(event);
    const answer = await work;
    return [String(answer), (await registration.getNotifications()).length];
  })()`;
  const tapping = worker.evaluate(tap);
  await page.waitForURL('**/app/chat/someone');
  assert.equal(((await tapping) as unknown[])[1], 0, 'the notification is closed');
  await push(JSON.stringify({ type: 'notice' }));
  // A tab with another page of this address is not navigated away.
  await page.goto(`${address}/mailbox`);
  assert.deepEqual(await worker.evaluate(tap), ['opened /app/me/notices', 0]);
  await context.close();
});
