import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../http/page.ts';
import { fillHtml } from './fill-text.ts';
import { drawExactTime } from './times.page.ts';

const at = new Date('2026-11-05T09:07:03Z');

test('an exact time is formatted for the language and marked as UTC', () => {
  const texts = (['en', 'pt', 'de'] as const).map((language) =>
    (['second', 'minute', 'clock'] as const).map(
      (upTo) => />([^<]*)</.exec(drawExactTime(at, language, upTo).text)?.[1],
    ),
  );
  assert.deepEqual(texts, [
    ['5 Nov 2026, 09:07:03 UTC', '5 Nov 2026, 09:07 UTC', '09:07:03 UTC'],
    ['5 de nov. de 2026, 09:07:03 UTC', '5 de nov. de 2026, 09:07 UTC', '09:07:03 UTC'],
    ['05.11.2026, 09:07:03 UTC', '05.11.2026, 09:07 UTC', '09:07:03 UTC'],
  ]);
  assert.match(
    drawExactTime(at, 'de', 'minute').text,
    /datetime="2026-11-05T09:07:03.000Z" data-exact="minute"/,
  );
});

test('fillHtml inserts parts of a page and escapes text', () => {
  const filled = fillHtml('To {to} & all, {time}. {other}', { to: '<b>', time: html`<time>now</time>` });
  assert.equal(filled.text, 'To &lt;b&gt; &amp; all, <time>now</time>. {other}');
});
