import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { lookForTraces, noTraces, shoot } from '../support/app-page.ts';
import {
  lostLines,
  refusals,
  signInByName,
  skipTour,
  unexpected,
  viewports,
  visitApp,
} from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';
import { openPeople } from '../support/social-people.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  await praca.start();
  address = await praca.listen();
  const headers = await (await openPeople(praca)).staffHeaders();
  const inHours = (hours: number): string => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();
  const created = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers,
    payload: {
      name: 'Roda de samba',
      startDate: inHours(48),
      endDate: inHours(52),
      category: 'Música',
      location: { name: 'Praça da Sé', city: 'São Paulo' },
    },
  });
  assert.equal(created.statusCode, 200, created.body);
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const inBar = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });

/** Goes from the welcome page to the event, using only what is on the screen. */
async function arrive(name: string, viewport: { width: number; height: number }) {
  const visit = await visitApp(browser, address, '/app', { viewport, reducedMotion: 'reduce' });
  await signInByName(visit.page, name);
  await skipTour(visit.page);
  await inBar(visit.page, 'Events').click();
  await visit.page.locator('.tiles .tile', { hasText: 'Roda de samba' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Roda de samba' }).waitFor();
  await visit.page.getByRole('button', { name: 'I’m going' }).click();
  await visit.page.getByRole('dialog').getByRole('button', { name: 'I’m going' }).click();
  await visit.page.getByText('You are going').first().waitFor();
  return visit;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message to' }).fill(text);
  await page.keyboard.press('Enter');
}

const texts = (page: Page): Promise<string[]> => page.locator('.line .text').allTextContents();

test('two people meet at an event, combine and talk; the connection is lost, one blocks, one leaves', async () => {
  const ana = await arrive('Ana', viewports.phone);
  const bruno = await arrive('Bruno', viewports.desktop);

  // Bruno sees the attendance list and finds Ana first in the deck.
  await bruno.page.getByRole('link', { name: /^Ana/ }).first().waitFor();
  await shoot(bruno.page, 'story-event');
  await inBar(bruno.page, 'Discover').click();
  const top = (page: Page) => page.locator('.slot.top h2');
  assert.match((await top(bruno.page).textContent()) ?? '', /^Ana/);
  await bruno.page.getByRole('button', { name: 'Like', exact: true }).click();
  await inBar(ana.page, 'Discover').click();
  assert.match((await top(ana.page).textContent()) ?? '', /^Bruno/);
  await assertAccessible(ana.page);
  await ana.page.keyboard.press('ArrowRight');
  await ana.page.getByRole('heading', { name: 'You two matched!' }).waitFor();
  await shoot(ana.page, 'story-combination');
  await ana.page.getByRole('button', { name: 'Talk to Bruno' }).click();
  await say(ana.page, 'See you on Saturday?');

  // Bruno is notified at once and answers.
  await bruno.page.getByRole('heading', { name: 'You two matched!' }).waitFor();
  await bruno.page.getByRole('button', { name: 'Talk to Ana' }).click();
  await bruno.page.locator('.line.other', { hasText: 'Saturday' }).waitFor();
  await say(bruno.page, 'Yes, at the gate.');
  await ana.page.locator('.line.other', { hasText: 'gate' }).waitFor();

  // Offline: Ana's message waits and is sent once, after Bruno's messages.
  await ana.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await ana.context.setOffline(true);
  await ana.page.getByText('No connection.').waitFor();
  await say(ana.page, 'I am in the tunnel');
  await ana.page.locator('.line.waiting', { hasText: 'tunnel' }).waitFor();
  await shoot(ana.page, 'story-tunnel');
  await say(bruno.page, 'Are you there?');
  await bruno.page.locator('.line.own.sent', { hasText: 'there' }).waitFor();
  await ana.context.setOffline(false);
  await bruno.page.locator('.line.other', { hasText: 'tunnel' }).waitFor();
  await ana.page.locator('.line.other', { hasText: 'there' }).waitFor();
  await ana.page.locator('.line.own.read', { hasText: 'tunnel' }).waitFor();
  const all = ['See you on Saturday?', 'Yes, at the gate.', 'Are you there?', 'I am in the tunnel'];
  assert.deepEqual(await texts(ana.page), all);
  assert.deepEqual(await texts(bruno.page), all);
  await shoot(bruno.page, 'story-chat');

  // Ana blocks Bruno.
  await ana.page.getByRole('button', { name: 'Options for Bruno' }).first().click();
  await ana.page.getByRole('button', { name: 'Block' }).click();
  await ana.page.getByRole('button', { name: 'Block' }).click();
  await ana.page.getByText('You blocked Bruno.').waitFor();
  await bruno.page.getByRole('heading', { name: 'This chat is over' }).waitFor();
  assert.equal(await bruno.page.getByText('Saturday').count(), 0);

  // Bruno deletes his profile, and this browser keeps none of his data.
  await inBar(bruno.page, 'Me').click();
  await bruno.page.goto(`${address}/app/me/data`);
  await bruno.page.getByRole('button', { name: 'Delete my profile' }).click();
  await bruno.page.getByRole('button', { name: 'Delete profile', exact: true }).click();
  await bruno.page.getByText(/^Your profile is deleted/).waitFor();
  assert.deepEqual(await lookForTraces(bruno.page), noTraces);
  await inBar(ana.page, 'Events').click();
  const participants = ana.page.waitForResponse(/\/participants\b/);
  await ana.page.locator('.tiles .tile', { hasText: 'Roda de samba' }).click();
  await ana.page.getByText('You are going').first().waitFor();
  await participants;
  await ana.page.getByRole('main').getByRole('link', { name: /^Ana/ }).first().waitFor();
  assert.equal(await ana.page.getByRole('main').getByText('Bruno').count(), 0);
  assert.deepEqual(unexpected([...ana.complaints, ...bruno.complaints], lostLines, refusals), []);
  await ana.context.close();
  await bruno.context.close();
});
