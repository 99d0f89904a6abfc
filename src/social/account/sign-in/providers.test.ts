import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProviders } from './providers.ts';

test('the name alone selects the accounts service of the same server as provider', () => {
  assert.deepEqual(
    readProviders(['accounts', 'google|https://accounts.google.com|app-1'], 'https://praca.example'),
    [
      { name: 'accounts', issuer: 'https://praca.example/accounts', audience: 'social' },
      { name: 'google', issuer: 'https://accounts.google.com', audience: 'app-1' },
    ],
  );
});

for (const item of [
  'google',
  'google|accounts.google.com|x',
  'google|https://x',
  'a|https://x|y|z',
  '|https://x|y',
]) {
  test(`${item} is invalid and stops the start`, () => {
    assert.throws(() => readProviders([item], 'https://praca.example'), /ID_TOKEN_PROVIDERS takes/);
  });
}
