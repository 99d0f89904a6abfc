import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { platformSettings } from '../platform.settings.ts';
import { readSettings } from '../settings.ts';
import { weakSecretChecks } from './refuse-weak-secrets.ts';

const production = {
  ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://db/praca',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'no-reply@praca.example',
  PUBLIC_URL: 'https://praca.example',
};
const start = (environment: Record<string, string>): void => {
  const settings = readSettings(platformSettings, { environment });
  for (const check of weakSecretChecks(platformSettings)) check(settings);
};

const counting = Buffer.from(Array.from({ length: 32 }, (_none, index) => index));
const published = platformSettings.SECRET_KEY.sandbox;

for (const [what, wrong, sentence] of [
  ['the published SECRET_KEY', { SECRET_KEY: published }, /^StartError: SECRET_KEY is the published one/],
  [
    'the published one in another spelling',
    { SECRET_KEY: Buffer.from(published, 'base64').toString('base64url') },
    /^StartError: SECRET_KEY is the published one/,
  ],
  [
    '32 bytes of zero',
    { SECRET_KEY: Buffer.alloc(32).toString('base64') },
    /^StartError: SECRET_KEY repeats/,
  ],
  ['bytes in a row', { SECRET_KEY: counting.toString('base64') }, /^StartError: SECRET_KEY repeats/],
  [
    'a block that is repeated',
    { SECRET_KEY: Buffer.concat(Array<Buffer>(2).fill(randomBytes(16))).toString('base64') },
    /^StartError: SECRET_KEY repeats/,
  ],
  [
    'a METRICS_TOKEN of one letter',
    { METRICS_TOKEN: 'x' },
    /^StartError: METRICS_TOKEN must have at least 16/,
  ],
  ['one letter many times', { METRICS_TOKEN: 'x'.repeat(40) }, /^StartError: METRICS_TOKEN repeats/],
] as const)
  test(`production does not start with ${what}, but a sandbox does`, () => {
    assert.throws(() => start({ ...production, ...wrong }), sentence);
    start({ ...production, ...wrong, WEAK_SECRETS: 'yes' });
    start(wrong);
  });

test('the error does not repeat the secret', () => {
  assert.throws(
    () => start({ ...production, METRICS_TOKEN: 'guessable' }),
    (error: Error) => !error.message.includes('guessable'),
  );
});

test('a weak key can be replaced: it still opens as SECRET_KEY_PREVIOUS', () => {
  start({ ...production, SECRET_KEY_PREVIOUS: Buffer.alloc(32).toString('base64') });
});

test('accepts random secrets in every encoding', () => {
  start({ ...production, METRICS_TOKEN: '' });
  for (let count = 0; count < 200; count++) {
    const key = randomBytes(32).toString('base64');
    for (const spelling of ['hex', 'base64', 'base64url'] as const)
      start({ ...production, SECRET_KEY: key, METRICS_TOKEN: randomBytes(16).toString(spelling) });
  }
});
