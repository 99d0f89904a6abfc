import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { newId } from '../../src/platform/ids.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { assertAccessible, assertAccessibleOnScreens } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { createPerson, goodPassword, staffAs } from '../support/console.ts';
import { openModeration } from '../support/moderation.ts';
import { openPeople, type Person } from '../support/social-people.ts';

const longName = 'Maria Aparecida dos Santos Albuquerque de Vasconcelos e Silva';

let praca: TestApp;
let browser: Browser;
let address: string;
let reported: Person;
let paths: string[];

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  address = await praca.listen();
  browser = await openBrowser();
  const people = await openPeople(praca);
  const moderation = await openModeration(praca);
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  reported = bia;
  await praca.sql`update social.users set name = ${longName}, about = ${longName} where id = ${bia.id}`;
  await moderation.call('POST', `/user/${ana.id}/report/${bia.id}`, ana.headers, {
    reason: longName.repeat(3),
    category: 'Somebody under eighteen is mentioned',
  });
  const staff = await moderation.staff('clara');
  const day = (days: number): string => new Date(praca.clock.nowMs() + days * 86_400_000).toISOString();
  const event = await moderation.call('POST', '/staff/events', staff, {
    name: longName,
    category: 'Music',
    startDate: day(3),
    endDate: day(4),
    location: { name: 'Praça', city: 'São Paulo' },
  });
  const campaign = await moderation.call('POST', '/staff/campaigns', staff, {
    title: longName,
    description: 'Samba',
    media_type: 1,
    media: 'https://example.com/a.jpg',
    link: 'https://example.com',
    starts_at: day(-3),
    ends_at: day(5),
    cities: [],
    weight: 10,
  });
  await praca.sql`
    insert into social.campaign_counts (campaign_id, day, slot, views, clicks)
    select ${campaign.body['id']}, (now() - n * interval '1 day')::date, 1, 100 * n, n from generate_series(1, 30) n`;
  await moderation.call('PUT', '/staff/terms/en', staff, { body: 'First line\nSecond line' });
  const account = newId();
  await praca.sql`
    insert into accounts.users (id, email, email_key, first_name, last_name, language, created_at)
    values (${account}, 'maria@example.com', 'maria@example.com', ${longName}, 'Silva', 'en', now())`;
  paths = [
    '/social/reports',
    '/social/reports?only=appeals',
    '/social/people',
    `/social/people/${bia.id}`,
    '/social/events',
    '/social/events/new',
    `/social/events/${event.body['id']}`,
    '/social/campaigns',
    `/social/campaigns/${campaign.body['id']}`,
    '/social/texts',
    '/social/texts/terms/en',
    '/social/texts/presentation/pt',
    '/accounts/people',
    `/accounts/people/${account}`,
  ];
});
after(async () => {
  await browser.close();
  await praca.close();
});

async function open(locale: string, path: string) {
  const staff = await createPerson(praca, [staffAs('admin')]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 740 }, locale });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:'))
      complaints.push(`requested ${request.url()}`);
  });
  await page.goto(`${address}/console/staff${path}`);
  await page.locator('#email').fill(staff.email);
  await page.locator('#password').fill(goodPassword);
  await page.locator('form[action^="/console/sign-in?"] button').click();
  await page.waitForURL(`**/console/staff${path}`);
  return { page, complaints };
}

test('every page about people is accessible, wide and light, and narrow and dark', async () => {
  const { page, complaints } = await open('pt-BR', '/social/reports');
  for (const path of paths) {
    await page.goto(`${address}/console/staff${path}`);
    await assertAccessibleOnScreens(page, path);
  }
  await page.goto(`${address}/console/staff/social/people/${reported.id}`);
  await page.locator('button[popovertarget="suspend"]').first().click();
  await assertAccessibleOnScreens(page, 'suspend');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a moderator settles a report and publishes terms with the keyboard alone', async () => {
  const { page, complaints } = await open('en', '/social/reports');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: longName }).waitFor();
  await page.getByRole('button', { name: 'Warn' }).first().focus();
  await page.keyboard.press('Enter');
  const dialogue = page.getByRole('dialog', { name: `Warn ${longName}?` });
  await dialogue.waitFor();
  await dialogue.getByLabel('In your own words').focus();
  await page.keyboard.type('Please be kind.');
  await dialogue.getByRole('button', { name: 'Warn' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Person warned').first().waitFor();
  await page.getByText('Please be kind.').first().waitFor();
  await page.goto(`${address}/console/staff/social/reports`);
  await page.getByText('Nothing is waiting').waitFor();
  await page.goto(`${address}/console/staff/social/texts/terms/en`);
  await page.getByLabel('Terms').last().focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nThird line');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Lines added: 1. Lines removed: 0.').waitFor();
  await assertAccessible(page, 'what changes');
  await page.getByRole('button', { name: 'Publish version 2' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Version published').first().waitFor();
  assert.deepEqual(complaints, []);
});
