import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { removeDirectory, temporaryDirectory } from '../../../../test/support/process.ts';
import { applyClientsFile } from './apply-clients-file.ts';
import { clientsContextOf } from './manage-clients.ts';

let praca: AccountsApp;
const directory = temporaryDirectory();
before(async () => {
  praca = await openAccountsApp();
});
after(async () => {
  await praca.close();
  await removeDirectory(directory);
});

async function apply(content: unknown): Promise<void> {
  const path = join(directory, 'clients.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  const context = clientsContextOf(praca.platform);
  await applyClientsFile({ ...context, settings: { ...context.settings, CLIENTS_FILE: path } });
}

const shop = {
  client_id: 'shop',
  client_name: 'The shop',
  client_secret: 'a secret of a test that is long enough',
  token_endpoint_auth_method: 'client_secret_basic',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: ['https://shop.example/callback'],
};
const native = { application_type: 'native', token_endpoint_auth_method: 'none', client_secret: undefined };

test('a client of the file is registered, and changed by the next start', async () => {
  await apply([shop]);
  await apply([{ ...shop, client_name: 'The new shop' }]);
  const rows = await praca.sql`
    select metadata->>'client_name' as name from accounts.oidc_clients where source = 'file'`;
  assert.deepEqual([...rows], [{ name: 'The new shop' }]);
});

const faults: [change: object, said: RegExp][] = [
  [{ client_id: 'a b' }, /client id takes/],
  [{ client_name: undefined }, /client_name is missing/],
  [{ client_name: 5 }, /client_name has a value of the wrong type/],
  [{ client_name: ' ' }, /client_name takes/],
  [{ client_secret: undefined }, /client_secret belongs/],
  [{ client_secret: 'short' }, /client_secret takes at least 32/],
  [{ client_secret: 5 }, /client_secret takes at least 32/],
  [{ redirect_uri: 'https://shop.example/callback' }, /redirect_uri is not known/],
  [{ redirect_uris: 'https://shop.example/callback' }, /redirect_uris has a value of the wrong type/],
  [{ redirect_uris: [] }, /redirect_uris/],
  [{ redirect_uris: ['https://shop.example/callback#top'] }, /redirect_uris/],
  [{ redirect_uris: ['javascript:alert(1)'] }, /redirect_uris/],
  [{ redirect_uris: ['com.example.app:/callback'] }, /redirect_uris/],
  [{ ...native, redirect_uris: ['http://shop.example/callback'] }, /redirect_uris/],
  [{ ...native, redirect_uris: ['javascript:alert(1)'] }, /redirect_uris/],
  [{ post_logout_redirect_uris: ['javascript:alert(1)'] }, /post_logout_redirect_uris/],
  [{ grant_types: ['password'] }, /grant_types/],
  [{ grant_types: ['implicit'], response_types: ['id_token'] }, /grant_types|response_types/],
  [{ token_endpoint_auth_method: 'client_secret_post' }, /client_secret|token_endpoint_auth_method/],
  [{ logo_uri: 'javascript:alert(1)' }, /logo_uri takes/],
  [{ policy_uri: 'http://shop.example/' }, /policy_uri takes/],
  [{ backchannel_logout_uri: 'http://10.0.0.1/' }, /backchannel_logout_uri takes/],
  [{ first_party: 'no' }, /first_party has a value of the wrong type/],
  [{ resources: { 'https://api.example': 'read' } }, /resources has a value of the wrong type/],
  [{ id_token_signed_response_alg: 'none' }, /id_token_signed_response_alg/],
];
for (const [change, said] of faults) {
  test(`a file with ${JSON.stringify(change)} is refused with the client and the member`, async () => {
    const error = await apply([{ ...shop, client_id: 'faulty', ...change }]).catch((thrown: Error) => thrown);
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'StartError', error.stack);
    assert.match(error.message, /^CLIENTS_FILE, (?:faulty|a b): /);
    assert.match(error.message, said);
    assert.deepEqual([...(await praca.sql`select 1 from accounts.oidc_clients where id = 'faulty'`)], []);
  });
}

test('a file that is not a list of clients is refused with its path', async () => {
  for (const [content, said] of [
    ['{', /cannot be read/],
    ['{}', /takes a list/],
    [[null], /takes a list/],
    [[shop, shop], /names the client_id shop twice/],
  ] as const) {
    await assert.rejects(apply(content), { message: new RegExp(`CLIENTS_FILE .*${said.source}`) });
  }
});
