import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser.ts';

let praca: TestApp;
let browser: Browser;
let address: string;
before(async () => {
  praca = await openTestApp();
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const page = `<!doctype html><title>client</title><script type="module">
  import { accounts, social } from '/client/index.ts';
  const base = location.origin;
  const me = accounts({ baseUrl: base + '/accounts' });
  await me.post('/signup', { body: { user_Fname: 'Ana', user_Lname: 'S', user_email: 'ana@example.com', user_password: 'uma mesa na janela', user_profilepic: '', user_type: '0' } });
  await me.post('/signin', { body: { user_email: 'ana@example.com', user_password: 'uma mesa na janela', user_type: '0' } });
  const { user_Fname: name } = await me.get('/v1/me');
  const [ana, rui] = [1, 2].map(() => social({ baseUrl: base + '/social' }));
  await ana.signIn({ user_id: 'a', name: 'Ana' });
  await rui.signIn({ user_id: 'r', name: 'Rui' });
  const [{ user_id: anaId }, { user_id: ruiId }] = await Promise.all([ana.get('/oauth/session'), rui.get('/oauth/session')]);
  await ana.post('/user/like/{useriD}', { path: { useriD: ruiId } });
  await rui.post('/user/like/{useriD}', { path: { useriD: anaId } });
  const leaving = new AbortController();
  const heard = [];
  const listening = (async () => {
    for await (const update of rui.live(ruiId, { since: 0, signal: leaving.signal })) {
      heard.push(update.type);
      if (update.type === 'message') leaving.abort();
    }
  })();
  await ana.post('/user/{userId}/chat/{userChat}', { path: { userId: anaId, userChat: ruiId }, body: { message: 'Oi' } });
  await listening;
  document.title = JSON.stringify({ name, session: me.session ?? null, heard });
</script>`;

test('a page without a bundler signs in with a cookie, combines, chats and receives live updates', async () => {
  const context = await browser.newContext();
  await context.route(`${address}/client/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/client/', '');
    if (path === '') return route.fulfill({ contentType: 'text/html', body: page });
    const source = readFileSync(new URL(`../../packages/client/src/${path}`, import.meta.url), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await tab.goto(`${address}/client/`);
  await tab.waitForFunction('document.title.startsWith("{")');
  assert.deepEqual(JSON.parse(await tab.title()), {
    name: 'Ana',
    session: null,
    heard: ['combination', 'message'],
  });
  assert.deepEqual(complaints, []);
});
