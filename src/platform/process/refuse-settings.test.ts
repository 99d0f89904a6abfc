import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformSettings } from '../platform.settings.ts';
import { readSettings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { platformChecks } from './refuse-settings.ts';

const production = {
  ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://db/praca',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'no-reply@praca.example',
  PUBLIC_URL: 'https://praca.example',
};

const start = (environment: Record<string, string>): void => {
  const settings = readSettings(platformSettings, { environment });
  for (const check of platformChecks) check(settings);
};

test('production does not start with an unencrypted PUBLIC_URL', () => {
  for (const address of ['http://praca.example', 'http://10.0.0.7:8080', 'http://localhost.example']) {
    assert.throws(
      () => start({ ...production, PUBLIC_URL: address }),
      (error: unknown) =>
        error instanceof StartError && error.message.startsWith(`PUBLIC_URL is ${address}, so passwords`),
    );
  }
});

test('rejects a PUBLIC_URL that cannot be the base of links, without repeating its password', () => {
  for (const address of [
    'https://a:secret@h',
    'https://a@h',
    'https://h/?',
    'https://h/x?y=z',
    'https://h#x',
  ]) {
    assert.throws(
      () => start({ ...production, PUBLIC_URL: address }),
      (error: unknown) =>
        error instanceof StartError &&
        /^PUBLIC_URL has a user, .*/.test(error.message) &&
        !error.message.includes('secret'),
    );
  }
  start({ ...production, PUBLIC_URL: 'https://praca.example:8443/' });
});

test('rejects a PUBLIC_URL with a path in both environments, because pages and cookies are at the root of a host', () => {
  for (const environment of [production, {}])
    for (const path of ['base', 'a/b/', '%20'])
      assert.throws(() => start({ ...environment, PUBLIC_URL: `https://a.example:8443/${path}` }), {
        name: 'StartError',
        message:
          'PUBLIC_URL has a path, but the pages of Praça are at the root of a.example:8443: use a separate host, such as https://pay.example.com.',
      });
});

test('starts with https, with a loopback address, and with PLAIN_HTTP', () => {
  start(production);
  for (const host of ['localhost:8080', '127.0.0.1:8080', '127.8.0.1', '[::1]:8080', 'praca.localhost']) {
    start({ ...production, PUBLIC_URL: `http://${host}` });
  }
  start({ ...production, PUBLIC_URL: 'http://praca.internal', PLAIN_HTTP: 'yes' });
  start({ PUBLIC_URL: 'http://praca.internal' });
  start({});
});

test('a sandbox must listen on loopback, and ROOT_SERVICE must be served', () => {
  assert.throws(() => start({ HOST: '0.0.0.0' }), /^StartError: HOST is 0\.0\.0\.0/);
  start({ HOST: '0.0.0.0', SANDBOX_PUBLIC: 'yes' });
  start({ HOST: '::1' });
  assert.throws(() => start({ SERVICES: 'merchant', ROOT_SERVICE: 'social' }), /ROOT_SERVICE is social/);
});

test('an error for a URL without a database, or for replicas without one, names the setting', () => {
  const own = { SOCIAL_DATABASE_URL: 'postgres://db/social' };
  start({ ...production, ...own, SOCIAL_DATABASE_REPLICA_URL: 'postgres://standby/social' });
  start(own);
  assert.throws(
    () => start({ SOCIAL_DATABASE_URL: 'postgres://db' }),
    /SOCIAL_DATABASE_URL names no database/,
  );
  assert.throws(
    () => start({ ...own, MERCHANT_DATABASE_REPLICA_URL: 'postgres://standby/merchant' }),
    /^StartError: MERCHANT_DATABASE_REPLICA_URL is set, but the tables of merchant are in DATABASE_URL/,
  );
});

for (const [name, wrong, sentence] of [
  ['a key of another length', { SECRET_KEY: 'short' }, /^StartError: SECRET_KEY must be 32 bytes/],
  ['the same of the key before', { SECRET_KEY_PREVIOUS: 'short' }, /^StartError: SECRET_KEY_PREVIOUS must/],
  ['weak hashes', { PASSWORD_PASSES: '1' }, /^StartError: PASSWORD_MEMORY_KIB and PASSWORD_PASSES must/],
] as const)
  test(`${name} are rejected before anything is opened`, () => {
    assert.throws(() => start({ ...production, ...wrong }), sentence);
  });
