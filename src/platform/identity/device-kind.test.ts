import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeDevice, deviceKindOf } from './device-kind.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const agents: [userAgent: string, words: string, isBrowser: boolean][] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', true],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome on Windows',
    true,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    true,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Something/1', 'macOS', true],
  ['okhttp/4.12.0', 'okhttp', false],
  ['Roda/12 CFNetwork/1568 Darwin/24.1.0', 'Roda on macOS', false],
  ['curl/8.14.1', 'curl', false],
  ['', 'an unknown device', false],
  ['evil.example/you-won', 'an unknown device', false],
  ['https://evil.example', 'an unknown device', false],
];
for (const [userAgent, words, isBrowser] of agents) {
  test(`${userAgent.slice(0, 60) || 'nothing'} is ${words}`, () => {
    const kind = deviceKindOf(userAgent);
    assert.equal(describeDevice(kind, 'en'), words);
    assert.equal(kind.isBrowser, isBrowser);
  });
}

test('describes the device in the language of the reader', () => {
  const kind = deviceKindOf('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  assert.equal(describeDevice(kind, 'pt'), 'Firefox em Linux');
  assert.equal(describeDevice(kind, 'de'), 'Firefox auf Linux');
  assert.equal(describeDevice(deviceKindOf('?'), 'de'), 'ein unbekanntes Gerät');
});

test('the description contains no address and no markup for any user agent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'Mozilla/5.0 '), (text, start) => {
      assert.match(describeDevice(deviceKindOf(start + text), 'en'), /^[A-Za-z ]{1,60}$/);
    }),
  );
});
