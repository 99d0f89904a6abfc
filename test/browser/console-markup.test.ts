import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { listConsoleRoutes } from '../../src/platform/console/frame/console-table.ts';
import type { TestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser.ts';
import { createPerson, goodPassword, memberAs, openConsoleApp, staffAs } from '../support/console.ts';
import { fillPsp } from '../support/full-psp.ts';
import { fillTown } from '../support/full-town.ts';
import { openStepwiseChain } from '../support/stepwise-chain.ts';
import { fillWithMarkup, lookForMarkup as look, markupOf, type Looked } from '../support/hostile-texts.ts';
import { merchantClient } from '../support/merchant.ts';

let praca: TestApp;
let browser: Browser;
let address: string;
/** Columns whose texts appeared on some page as text. */
const seen = new Set<string>();
/** Forms whose answers showed the submitted values. */
const echoing = new Set<string>();

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0', RATE_LIMIT: '0' });
  const driven = await openStepwiseChain(praca, { coin: 'BTC' });
  await driven.read();
  const terms = { pspId: 1, credential: 'sandbox-psp', word: 'heron' };
  await fillPsp(praca, driven, await merchantClient(praca), terms);
  await driven.close();
  await fillTown(praca);
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

interface Walk {
  readonly page: Page;
  readonly complaints: string[];
}

async function enter(place: ReturnType<typeof memberAs>): Promise<Walk> {
  const { email } = await createPerson(praca, [place]);
  const page = await (await browser.newContext()).newPage();
  const complaints: string[] = [];
  // Records violations of the content security policy and script errors.
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('dialog', (dialog) => void complaints.push(`${page.url()}: ${dialog.message()}`));
  await page.goto(`${address}/console`);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(goodPassword);
  await page.locator('form[action^="/console/sign-in?"] button').click();
  await page.waitForURL(/console\/(staff|psp)/);
  return { page, complaints };
}

/** Submits every form of the page with markup in all text fields and parses the answers. */
const sendForms = `async () => {
  const look = ${look};
  const found = [];
  for (const form of document.querySelectorAll('form[method=post]')) {
    const fields = new URLSearchParams(new FormData(form));
    const typed = form.querySelectorAll('input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea');
    if (typed.length === 0 || form.getAttribute('action').includes('sign')) continue;
    for (const { name } of typed) fields.set(name, ${JSON.stringify(markupOf('typed'))});
    const answer = await fetch(form.action, { method: 'POST', body: fields });
    const text = await answer.text();
    const { bad, names } = look(new DOMParser().parseFromString(text, 'text/html'));
    found.push({ action: form.action, status: answer.status, bad, echoed: names.includes('typed') });
  }
  return found;
}`;

/** Routes that answer with a picture or a CSV file instead of a page. */
const files = new Set([
  '/psp/:organisation/payments/csv',
  '/staff/social/photos/:id',
  '/staff/social/reports/:id/photo',
]);

/** Fetches and parses the page, which is faster than showing it. */
const parse = `async (url) => {
  const answer = await fetch(url);
  const text = await answer.text();
  return { status: answer.status, ...(${look})(new DOMParser().parseFromString(text, 'text/html')) };
}`;

async function visit({ page }: Walk, url: string, isFirst: boolean): Promise<readonly string[]> {
  if (!isFirst) {
    const parsed = (await page.evaluate(`(${parse})(${JSON.stringify(url)})`)) as Looked & { status: number };
    assert.deepEqual([parsed.status, parsed.bad], [200, []], url);
    for (const name of parsed.names) seen.add(name);
    return parsed.links;
  }
  const answer = await page.goto(`${address}${url}`);
  assert.equal(answer?.status(), 200, url);
  const { bad, names, links } = (await page.evaluate(`(${look})(document)`)) as Looked;
  assert.deepEqual([bad, await page.evaluate('typeof xss')], [[], 'undefined'], url);
  for (const name of names) seen.add(name);
  for (const sent of (await page.evaluate(`(${sendForms})()`)) as Record<string, unknown>[]) {
    const what = `${url} → ${String(sent['action'])} ${String(sent['status'])}`;
    assert.deepEqual(sent['bad'], [], what);
    assert.ok(Number(sent['status']) < 500, what);
    if (sent['echoed']) echoing.add(String(sent['action']));
  }
  return links;
}

/** Visits at least one page per route of the table, using links from earlier pages. */
async function walk(visitor: Walk, kind: 'staff' | 'psp', home: string): Promise<string[]> {
  const routes = listConsoleRoutes(praca.consoleTable, [kind])
    .filter(({ method }) => method === 'GET')
    // Routes without parameters come before routes with an id.
    .toSorted((one, other) => one.url.split(':').length - other.url.split(':').length)
    .map(({ url }) => ({
      url,
      pattern: new RegExp(`^/console${url.replace(':organisation', '1').replaceAll(/:\w+/g, '[^/?]+')}$`),
      visits: 0,
    }));
  const waiting = [home];
  const known = new Set(waiting);
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const path = url.replace(/\?.*/, '');
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (!route || route.visits >= 3 || files.has(route.url) || url.includes('format=csv')) continue;
    route.visits++;
    for (const link of await visit(visitor, url, route.visits === 1)) {
      if (!link.startsWith('/console/') || known.has(link)) continue;
      // This test overwrote the object ids in the audit record, so these links lead nowhere.
      if (decodeURIComponent(link.replace(/\?.*/, '')).includes('console_audit.subject')) continue;
      known.add(link);
      waiting.push(link);
    }
  }
  return routes.filter(({ url, visits }) => visits === 0 && !files.has(url)).map(({ url }) => url);
}

/** Visits pages with user texts that are not in the console's route table. */
async function lookElsewhere(visitor: Walk): Promise<void> {
  const payments = await praca.sql<{ id: string }[]>`select id from merchant.payments`;
  const checkouts = payments.map(({ id }) => `/pay/${id}`);
  for (const url of ['/console/me', '/mailbox', ...checkouts]) await visit(visitor, url, true);
}

/** The filled columns that must appear on some page. Otherwise the walk proves nothing. */
const shown = [
  'accounts.sessions.user_agent',
  'accounts.users.first_name',
  'merchant.payments.customer_last_name',
  'merchant.payments.description',
  'merchant.payments.metadata',
  'merchant.payments.payment_reference',
  'merchant.psps.name',
  'merchant.recent_requests.path',
  'merchant.refunds.reason',
  'merchant.webhook_deliveries.attempts',
  'merchant.webhook_deliveries.event',
  'merchant.webhook_endpoints.url',
  'platform.console_audit.detail',
  'platform.console_audit.subject',
  'platform.invitations.email',
  'platform.people.name',
  'social.appeals.body',
  'social.campaigns.title',
  'social.events.description',
  'social.report_messages.body',
  'social.reports.reason',
  'social.users.about',
  'social.users.name',
];

test('no text that people can write becomes markup or runs as script on any page', async () => {
  const member = await enter(memberAs('owner'));
  const staff = await enter(staffAs('admin'));
  const filled = await fillWithMarkup(praca.sql);
  const missed = [
    ...(await walk(member, 'psp', '/console/psp/1')),
    ...(await walk(staff, 'staff', '/console/staff')),
  ];
  await lookElsewhere(member);
  assert.deepEqual(missed, [], 'every page is linked from another one and has content');
  const unseen = shown.filter((name) => !seen.has(name));
  assert.deepEqual(unseen, [], `${seen.size} of ${filled.length} columns were seen`);
  assert.ok(echoing.size >= 10, [...echoing].join(' '));
  // A refused form answers 400, which the browser's console reports.
  const remarks = /the server responded with a status of 4\d\d/;
  assert.deepEqual(
    [...member.complaints, ...staff.complaints].filter((text) => !remarks.test(text)),
    [],
  );
});
