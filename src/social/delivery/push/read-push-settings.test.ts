import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { StartError } from '../../../platform/start-error.ts';
import { canPush, describePushSettings, readPushSettings, type PushSettings } from './read-push-settings.ts';

const none: PushSettings = {
  FCM_SERVICE_ACCOUNT: '',
  FCM_URL: 'https://fcm.example/',
  FCM_TOKEN_URL: '',
  APNS_KEY: '',
  APNS_KEY_ID: '',
  APNS_TEAM_ID: '',
  APNS_TOPIC: '',
  APNS_URL: 'https://apns.example/',
  APNS_SANDBOX_URL: 'https://sandbox.example',
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const p256 = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
const rsaPem = rsa.export({ type: 'pkcs8', format: 'pem' }) as string;
const p8 = p256.export({ type: 'pkcs8', format: 'pem' }) as string;
const account = {
  type: 'service_account',
  project_id: 'praca-1',
  private_key_id: 'k1',
  private_key: rsaPem,
  client_email: 'push@praca-1.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.example/token',
};
const json = JSON.stringify(account);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const apns: PushSettings = {
  ...none,
  APNS_KEY: p8,
  APNS_KEY_ID: 'ABC123DEFG',
  APNS_TEAM_ID: 'DEF123GHIJ',
  APNS_TOPIC: 'com.example.app',
};

test('without settings only Web Push is available', () => {
  assert.deepEqual(readPushSettings(none), {});
  assert.equal(describePushSettings(none), 'Web Push, no FCM, no APNs');
  assert.deepEqual([canPush('web', none), canPush('fcm', none), canPush('apns', none)], [true, false, false]);
});

test('reads a service account as JSON, in base64, and with escaped line breaks', () => {
  const spelled = JSON.stringify({ ...account, private_key: rsaPem.replaceAll('\n', String.raw`\n`) });
  for (const given of [json, base64(json), spelled]) {
    const settings = { ...none, FCM_SERVICE_ACCOUNT: given };
    const { fcm } = readPushSettings(settings);
    assert.equal(fcm?.account.clientEmail, account.client_email);
    assert.deepEqual([fcm?.url, fcm?.tokenUrl], ['https://fcm.example', account.token_uri]);
    assert.equal(canPush('fcm', settings), true);
  }
  const elsewhere = { ...none, FCM_SERVICE_ACCOUNT: json, FCM_TOKEN_URL: 'http://proxy.example/token' };
  assert.equal(readPushSettings(elsewhere).fcm?.tokenUrl, 'http://proxy.example/token');
});

test('reads a signing key as a file, in base64, and without its first and last line', () => {
  const bare = p8.replaceAll(/-----[^-]+-----|\s/g, '');
  for (const given of [p8, base64(p8), bare, p8.trim().replaceAll('\n', String.raw`\n`)]) {
    const found = readPushSettings({ ...apns, APNS_KEY: given }).apns;
    assert.ok(found?.key.key.equals(p256));
    assert.deepEqual(found?.urls, { production: 'https://apns.example', sandbox: 'https://sandbox.example' });
  }
});

test('describes the configured services without secrets', () => {
  const told = describePushSettings({ ...apns, FCM_SERVICE_ACCOUNT: json });
  assert.equal(
    told,
    'Web Push, FCM for the project praca-1, APNs for com.example.app with the key ABC123DEFG',
  );
});

test('an invalid key stops the start with one sentence that does not contain the key', () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey;
  const changed = (fields: object) => JSON.stringify({ ...account, ...fields });
  const wrong: [RegExp, Partial<PushSettings>][] = [
    [/^FCM_SERVICE_ACCOUNT must be .*base64\.$/, { FCM_SERVICE_ACCOUNT: 'secret nonsense' }],
    [/^FCM_SERVICE_ACCOUNT/, { FCM_SERVICE_ACCOUNT: '"secret"' }],
    [/^FCM_SERVICE_ACCOUNT/, { FCM_SERVICE_ACCOUNT: changed({ type: 'authorized_user' }) }],
    [/^FCM_SERVICE_ACCOUNT/, { FCM_SERVICE_ACCOUNT: changed({ private_key: 'secret' }) }],
    [/^FCM_SERVICE_ACCOUNT/, { FCM_SERVICE_ACCOUNT: changed({ private_key: p8 }) }],
    [
      /^FCM_SERVICE_ACCOUNT/,
      { FCM_SERVICE_ACCOUNT: changed({ private_key: small.export({ type: 'pkcs8', format: 'pem' }) }) },
    ],
    [/^FCM_SERVICE_ACCOUNT/, { FCM_SERVICE_ACCOUNT: changed({ client_email: '' }) }],
    [/^FCM_SERVICE_ACCOUNT/, { FCM_SERVICE_ACCOUNT: changed({ private_key_id: undefined }) }],
    [/^FCM_SERVICE_ACCOUNT/, { FCM_SERVICE_ACCOUNT: changed({ project_id: 'a/b' }) }],
    [/^FCM_SERVICE_ACCOUNT/, { FCM_SERVICE_ACCOUNT: changed({ token_uri: 'file:///secret' }) }],
    [/^APNS_KEY must be .*base64\.$/, { ...apns, APNS_KEY: 'secret' }],
    [/^APNS_KEY must be/, { ...apns, APNS_KEY: rsaPem }],
    [/^APNS_KEY must be/, { ...apns, APNS_KEY: p384.export({ type: 'pkcs8', format: 'pem' }) as string }],
    [/^APNS_KEY_ID must be ten .* not "short"\.$/, { ...apns, APNS_KEY_ID: 'short' }],
    [/^APNS_TEAM_ID must be/, { ...apns, APNS_TEAM_ID: 'abcdefghij' }],
    [/^APNS_TOPIC must be/, { ...apns, APNS_TOPIC: 'a b' }],
    [/^APNs also needs APNS_KEY; otherwise/, { ...apns, APNS_KEY: '' }],
    [/^APNs also needs APNS_KEY and APNS_KEY_ID and APNS_TEAM_ID/, { APNS_TOPIC: 'com.example.app' }],
  ];
  for (const [sentence, settings] of wrong) {
    assert.throws(
      () => readPushSettings({ ...none, ...settings }),
      (error) =>
        error instanceof StartError && sentence.test(error.message) && !error.message.includes('secret'),
      String(sentence),
    );
  }
});
