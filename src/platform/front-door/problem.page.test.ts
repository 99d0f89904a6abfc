import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';

let praca: TestApp;
before(async () => {
  praca = await openTestApp();
});
after(() => praca.close());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const open = (url: string, language = 'en') =>
  praca.app.inject({ url, headers: { accept: browser, 'accept-language': language } });

const unknownMail = '/mailbox/0199e2f0-5c1a-7c3e-9c52-6d1d3f9b2c77';

test('an unknown address shows a message in the reader’s language with a link home', async () => {
  const titles = { en: 'There is nothing here', pt: 'Não há nada aqui', de: 'Hier ist nichts' };
  for (const url of ['/nothing', '/mailbox/xyz', unknownMail, `${unknownMail}/html`, '/docs/x', '/a/b?c=d']) {
    for (const [language, title] of Object.entries(titles)) {
      const answer = await open(url, language);
      assert.equal(answer.statusCode, 404, url);
      assert.match(String(answer.headers['content-type']), /^text\/html/, url);
      assert.match(answer.body, new RegExp(`<html lang="${language}">[^]*<h1>${title}</h1>`), url);
      assert.match(answer.body, new RegExp(`<a class="button plain" href="/\\?lang=${language}">`));
      assert.deepEqual(
        String(answer.headers.vary)
          .split(', ')
          .filter((name) => name.startsWith('accept'))
          .toSorted(),
        ['accept', 'accept-language'],
      );
    }
  }
  assert.match((await open('/nothing?lang=pt', 'de')).body, /<html lang="pt">/);
});

test('links of the page ignore a crafted path', async () => {
  const { body } = await open('//elsewhere.example/x');
  const links = [...body.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => href);
  assert.deepEqual(links, ['/', '/?lang=en', '?lang=pt', '?lang=de']);
});

test('other refusals of pages are also shown as a sentence', async () => {
  for (const url of [`/mailbox?lang=${'x'.repeat(30)}`, '/%zz', '/nothing%00']) {
    const answer = await open(url, 'de');
    assert.equal(answer.statusCode, 400, url);
    assert.match(answer.body, /<h1>Das hat nicht geklappt<\/h1>/, url);
  }
});

test('API addresses and programs always get application/problem+json', async () => {
  const problems = [
    open('/merchant/nothing'),
    open('/merchant'),
    open('/social/events'),
    open('/mailbox/messages?lang=x'.padEnd(60, 'x')),
    praca.app.inject('/nothing'),
    praca.app.inject('/mailbox/xyz'),
    praca.app.inject({ url: '/nothing', headers: { accept: 'application/json, text/plain, */*' } }),
    praca.app.inject({ method: 'POST', url: '/nothing', headers: { accept: browser } }),
  ];
  for (const answer of await Promise.all(problems)) {
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    assert.ok(answer.statusCode >= 400);
  }
});
