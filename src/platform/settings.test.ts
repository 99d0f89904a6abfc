import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { accountsService } from '../accounts/accounts.service.ts';
import { merchantService } from '../merchant/merchant.service.ts';
import { socialService } from '../social/social.service.ts';
import { platformSettings } from './platform.settings.ts';
import { findSettingFaults, readSettings, SettingFault } from './settings.ts';

const read = (environment: Record<string, string>, flags: Record<string, string> = {}) =>
  readSettings(platformSettings, { environment, flags });

test('the sandbox needs no settings', () => {
  const settings = read({});
  assert.equal(settings.ENVIRONMENT, 'sandbox');
  assert.equal(settings.PORT, 8080);
  assert.deepEqual(settings.SERVICES, ['merchant', 'accounts', 'social']);
});

test('the command line takes precedence over the environment, and the environment over the file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'praca-settings-')), 'praca.env');
  writeFileSync(file, 'PORT=1001\nHOST=file\nLOG_LEVEL=error\n');
  const settings = read({ SETTINGS_FILE: file, PORT: '1002', PRACA_HOST: 'prefixed' }, { PORT: '1003' });
  assert.deepEqual([settings.PORT, settings.HOST, settings.LOG_LEVEL], [1003, 'prefixed', 'error']);
});

test('several URLs are separated by commas', () => {
  assert.deepEqual(read({}).DATABASE_REPLICA_URL, []);
  assert.deepEqual(read({ DATABASE_REPLICA_URL: 'postgres://a/x, postgresql://b/x,' }).DATABASE_REPLICA_URL, [
    'postgres://a/x',
    'postgresql://b/x',
  ]);
});

const faults: [string, Record<string, string>, Record<string, string>, RegExp][] = [
  ['a number that is none', { PORT: 'http' }, {}, /^PORT takes a whole number, 0 to 65535, not "http"\.$/],
  ['a number out of bounds', { PORT: '70000' }, {}, /^PORT takes a whole number/],
  ['an unknown environment', { ENVIRONMENT: 'staging' }, {}, /^ENVIRONMENT takes sandbox or production/],
  ['an unknown service', { SERVICES: 'merchant,chat' }, {}, /^SERVICES takes a comma list of merchant/],
  ['a flag that is neither', { SANDBOX_PUBLIC: 'maybe' }, {}, /^SANDBOX_PUBLIC takes yes or no/],
  [
    'a URL of another kind among several',
    { DATABASE_REPLICA_URL: 'postgres://a/x,mysql://x:secret@y/z' },
    {},
    /^DATABASE_REPLICA_URL takes a URL .* not the given value/,
  ],
  [
    'a URL of another kind',
    { DATABASE_URL: 'mysql://x:secret@y/z' },
    {},
    /^DATABASE_URL takes a URL that begins with postgres:\/\/ or postgresql:\/\/, not the given value\.$/,
  ],
  [
    'a URL without its slashes',
    { SMTP_URL: 'smtp:mail' },
    {},
    /^SMTP_URL takes a URL that begins with smtp:\/\/ or smtps:\/\/, not the given value\.$/,
  ],
  [
    'a % that stands for itself in a password',
    { DATABASE_URL: 'postgres://a:secret%w@h/db' },
    {},
    /^DATABASE_URL takes a URL in which % .* is itself written %25, not the given value\.$/,
  ],
  [
    'a % that stands for itself in one of several',
    { NATS_URL: 'nats://a:b@h,nats://a:secret%@h' },
    {},
    /^NATS_URL takes a URL in which % .* not the given value\.$/,
  ],
  [
    'a number without an end',
    { PASSWORD_QUEUE: '9999999999999999' },
    {},
    /^PASSWORD_QUEUE takes a whole number, 1 to 1000000, not "9999999999999999"\.$/,
  ],
  [
    'a sender that is no address',
    { MAIL_FROM: 'Praça' },
    {},
    /^MAIL_FROM takes a mail address, with or without a name, not "Praça"\.$/,
  ],
  [
    'an origin with a path',
    { CORS_ORIGINS: 'https://a.example/' },
    {},
    /^CORS_ORIGINS takes .* without a path/,
  ],
  [
    'an unknown flag',
    {},
    { PROT: '1' },
    /^PROT \(on the command line\) is not a setting of Praça\. Did you mean PORT\?/,
  ],
  [
    'an unknown prefixed variable',
    { PRACA_WORKRES: '2' },
    {},
    /^WORKRES \(in the environment\).*Did you mean WORKERS\?/,
  ],
  ['a file that is not there', { SETTINGS_FILE: '/nonexistent/praca.env' }, {}, /SETTINGS_FILE names/],
  [
    'production without its database',
    {
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://x.example',
      SECRET_KEY: 'k',
      SMTP_URL: 'smtp://mail',
      MAIL_FROM: 'a@x.example',
    },
    {},
    /^DATABASE_URL is not set[^\n]*$/,
  ],
];

for (const [name, environment, flags, sentence] of faults) {
  test(`reports ${name} in one sentence`, () => {
    assert.throws(
      () => read(environment, flags),
      (error: Error) => {
        assert.equal(error.name, 'StartError');
        assert.match(error.message, sentence);
        assert.ok(!error.message.includes('secret'));
        return true;
      },
    );
  });
}

for (const [name, value, beginning] of [
  ['SMTP_URL', 'smtp://', 'smtp://'],
  ['SMTP_URL', 'smtps://', 'smtps://'],
  ['SMTP_URL', 'smtp:///mail', 'smtp://'],
  ['NATS_URL', 'nats://a,nats://', 'nats://'],
  ['PUBLIC_URL', 'HTTPS://', 'https://'],
] as const)
  test(`${name} needs a host, and ${value} has none`, () => {
    assert.throws(
      () => read({ [name]: value }),
      ({ message }: Error) =>
        message.startsWith(`${name} takes a URL with a host, as in ${beginning}host, not `),
    );
  });

test('a database URL may name a socket, or omit the host for this machine', () => {
  for (const url of ['postgres:///db?host=/run/postgresql', 'postgresql:///db', 'postgres://h/db'])
    assert.equal(read({ DATABASE_URL: url }).DATABASE_URL, url);
});

test('settings with several faults are refused with one line for each', () => {
  assert.throws(
    () => read({ PORT: 'http', WORKERS: '0' }),
    /^StartError: PORT takes [^\n]*\nWORKERS takes [^\n]*$/,
  );
});

test('findSettingFaults reports all faults at once', () => {
  const find = (environment: Record<string, string>) => findSettingFaults(platformSettings, { environment });
  assert.deepEqual(find({}), []);
  assert.deepEqual(
    find({ ENVIRONMENT: 'staging', PORT: 'http', HOST: 'x', WORKERS: '0' }).map(
      (fault) => fault.split(' ')[0],
    ),
    ['ENVIRONMENT', 'PORT', 'WORKERS'],
  );
  assert.deepEqual(
    find({ ENVIRONMENT: 'Production' }).map((fault) => fault.split(' ')[0]),
    ['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY', 'SMTP_URL', 'MAIL_FROM'],
  );
  assert.match(String(find({ PRACA_WORKRES: '2', PORT: 'http' })), /^WORKRES [^,]*$/);
});

for (const [name, right, wrong] of [
  [
    'MAIL_FROM',
    [
      'no-reply@example.com',
      'root@localhost',
      'Praça <no-reply@example.com>',
      '"Praça, a market" <no-reply@example.com>',
      '<no-reply@example.com>',
      'Praça@home <josé@exämple.com>',
    ],
    ['Praça', 'no-reply@', '@example.com', 'Praça <>', 'Praça <no-reply>', 'a@b.c, d@e.f', '"Praça <a@b.c>"'],
  ],
  [
    'CORS_ORIGINS',
    [
      '*',
      'null',
      'https://app.example.com',
      'http://localhost:3000, https://[::1]:8443',
      'capacitor://localhost',
      'chrome-extension://abcdefghijklmnop',
    ],
    [
      'nonsense',
      'app.example.com',
      'https://',
      'https://*.example.com',
      'https://a.example,b',
      'https://a b',
    ],
  ],
] as const)
  test(`${name} accepts only valid values`, () => {
    for (const value of right) assert.ok(read({ [name]: value })[name].length > 0);
    for (const value of wrong)
      assert.throws(() => read({ [name]: value }), new RegExp(`StartError: ${name} takes `));
  });

const parts = [platformSettings, merchantService.settings, accountsService.settings, socialService.settings];

// A timer with more milliseconds fires at once, and PostgreSQL has no date for more days.
for (const [unit, tooMany] of [
  ['MS', 2 ** 31],
  ['SECONDS', 2 ** 31 / 1000],
  ['DAYS', 36_501],
] as const)
  test(`every setting in ${unit.toLowerCase()} has a maximum that clocks support, and names it`, () => {
    const ofUnit = parts
      .flatMap((part) => Object.entries(part))
      .filter(([name]) => name.endsWith(`_${unit}`));
    assert.ok(ofUnit.length > 0);
    for (const [name, { parse, kind }] of ofUnit) {
      assert.throws(() => parse(String(Math.ceil(tooMany))), SettingFault, name);
      assert.match(kind, /^whole number, \d+ to \d+$/, name);
    }
  });

test('no two parts of Praça have a setting with the same name', () => {
  const names = parts.flatMap((part) => Object.keys(part));
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});
