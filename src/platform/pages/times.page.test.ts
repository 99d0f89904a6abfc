import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../http/page.ts';
import { fillHtml } from './fill-text.ts';
import { drawExactTime, formatLength } from './times.page.ts';

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

test('a length of time has at most two units and is rounded down', () => {
  const minute = 60_000;
  for (const [ms, ...said] of [
    [0, '0 secs', '0 s', '0 Sek.'],
    [59_999, '59 secs', '59 s', '59 Sek.'],
    [23 * minute, '23 mins', '23 min', '23 Min.'],
    [62 * minute, '1 hr 2 mins', '1 h 2 min', '1 Std. 2 Min.'],
    [24 * 60 * minute + 5 * minute, '1 day', '1 dia', '1 Tg.'],
  ] as const)
    assert.deepEqual(
      (['en', 'pt', 'de'] as const).map((language) => formatLength(ms, language)),
      said,
    );
});
