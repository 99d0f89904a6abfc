import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { addStaff, runCommand } from '../../../../test/support/commands.ts';
import { until } from '../../../../test/support/process.ts';
import { rotateKeyCommand } from '../../../platform/secrets/key.commands.ts';

let praca: TestApp;
before(async () => {
  praca = await openMerchantApp();
});
after(() => praca.close());

const run = async (name: string, ...words: string[]): Promise<string> =>
  (await runCommand(praca, name, words)).join('\n');
const secretIn = (text: string): string => /client secret\s+(\S+)/.exec(text)?.[1] ?? '';
const clientIdIn = (text: string): string => /client id\s+(\S+)/.exec(text)?.[1] ?? '';

/** The command runs in another process, so this one learns of the change after a moment. */
const untilLetIn = (clientId: string, secret: string): Promise<void> =>
  until(() => isLetIn(clientId, secret), 'the sign-in');
const untilRefused = (clientId: string, secret: string): Promise<void> =>
  until(async () => !(await isLetIn(clientId, secret)), 'the refusal');

async function isLetIn(clientId: string, secret: string): Promise<boolean> {
  const { statusCode } = await praca.app.inject({
    method: 'POST',
    url: '/merchant/oauth/token?grant_type=client_credentials',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
  });
  assert.ok(statusCode === 200 || statusCode === 401, String(statusCode));
  return statusCode === 200;
}

test('commands manage PSPs and credentials, take effect soon, and show secrets once', async () => {
  const created = await run('psp create', 'Café', 'Central');
  const pspId = /^PSP (\d+) "Café Central"/.exec(created)?.[1] ?? '';
  const [clientId, secret] = [clientIdIn(created), secretIn(created)];
  assert.ok(clientId && secret.length >= 43 && pspId);
  await untilLetIn(clientId, secret);

  const rotated = await run('psp credential rotate', clientId);
  assert.ok(secretIn(rotated).length >= 43 && !rotated.includes(secret));
  await untilRefused(clientId, secret);
  await untilLetIn(clientId, secretIn(rotated));
  const added = await run('psp credential add', pspId);
  await untilLetIn(clientIdIn(added), secretIn(added));
  assert.equal(await run('psp credential revoke', clientId), `${clientId} is revoked.`);
  await untilRefused(clientId, secretIn(rotated));
  assert.equal(await run('psp suspend', pspId), `PSP ${pspId} is suspended.`);
  await untilRefused(clientIdIn(added), secretIn(added));

  const list = await run('psp list');
  assert.match(list, new RegExp(`^${pspId}  Café Central  suspended\\n     ${clientId}  revoked`, 'm'));
  for (const shown of [secret, secretIn(rotated), secretIn(added)]) assert.ok(!list.includes(shown));
  assert.equal(await run('psp resume', pspId), `PSP ${pspId} is no longer suspended.`);
  await untilLetIn(clientIdIn(added), secretIn(added));
});

for (const [name, words, sentence] of [
  ['psp suspend', ['999'], /^There is no PSP 999\.$/],
  ['psp balance', ['999'], /^There is no PSP 999\.$/],
  ['psp credit', ['999', '1.00', 'EUR', 'a transfer'], /^There is no PSP 999\.$/],
  ['psp suspend', ['x'], /^Name the PSP by its number\.$/],
  ['psp create', [], /^psp create takes a name/],
  ['psp credential rotate', ['nobody'], /^There is no credential nobody/],
] as const) {
  test(`"${[name, ...words].join(' ')}" is refused with one sentence`, async () => {
    await assert.rejects(run(name, ...words), { name: 'CommandError', message: sentence });
  });
}

test('the signing keys of an existing service are rotated together', async () => {
  const lines: string[] = [];
  const values = { by: await addStaff(praca.platform) };
  const rotate = (service: string) =>
    rotateKeyCommand.run(praca.platform, { values, positionals: [service] }, (line) => lines.push(line));
  await rotate('social');
  assert.match(
    lines.join('\n'),
    /^Key \S+ will sign social access tokens in one minute\.\nKey \S+ will sign social staff tokens in one minute\.$/,
  );
  await assert.rejects(rotate('nothing'), /keys rotate takes merchant or accounts or social/);
});
