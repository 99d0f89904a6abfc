import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartError } from '../../../platform/start-error.ts';
import { openProviders, readProvider } from './providers.ts';

test('Google, Apple and Facebook need only a client id', () => {
  const providers = openProviders([
    'google=a.apps.googleusercontent.com|b',
    'apple=org.example',
    'facebook=123',
  ]);
  assert.equal(providers.find('google')?.issuer, 'https://accounts.google.com');
  assert.deepEqual(providers.find('accounts.google.com')?.clientIds, ['a.apps.googleusercontent.com', 'b']);
  assert.equal(providers.find('Apple')?.issuer, 'https://appleid.apple.com');
  assert.equal(providers.find('https://facebook.com')?.name, 'facebook');
  assert.equal(providers.find('evil'), undefined);
  for (const name of ['google', 'apple', 'facebook']) assert.equal(providers.find(name)?.name, name);
});

test('other providers are configured with an issuer', () => {
  const { issuer, clientIds } = readProvider('work=https://id.example.org/realms/a|client');
  assert.deepEqual([issuer, clientIds], ['https://id.example.org/realms/a', ['client']]);
});

test('an invalid setting stops the start with a sentence', () => {
  const bad = [
    'google',
    'google=',
    'work=client',
    'work=https://id.example.org',
    'work=http://id.example.org|client',
    'work=https://id.example.org|',
    '=x',
    'Google=x',
  ];
  for (const entry of bad) assert.throws(() => openProviders([entry]), StartError, entry);
  assert.throws(() => openProviders(['google=a', 'google=b']), StartError);
});
