import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { CommandError } from '../../../platform/command.ts';
import { getPspContact } from './psp-contact.ts';

let praca: TestApp;
before(async () => {
  praca = await openMerchantApp();
});
after(() => praca.close());

const run = (psp: string, values: Record<string, string>) => runCommand(praca, 'psp contact', [psp], values);
const contact = async () => {
  const { support_address: support, shop_url: shop } = await getPspContact(praca.sql, 1);
  return [support, shop];
};

test('the contact of a PSP is set and removed by command, on record, and a bad one changes nothing', async () => {
  const lines = await run('1', { support: 'help@shop.example', shop: 'https://shop.example' });
  assert.deepEqual(lines, ['PSP 1: support help@shop.example, shop https://shop.example/.']);
  for (const [psp, values] of [
    ['1', { support: 'nonsense' }],
    ['1', { shop: 'http://shop.example' }],
    // Each of these characters is stored as three.
    ['1', { shop: `https://shop.example/${'<'.repeat(700)}` }],
    ['99', {}],
    ['x', {}],
  ] as const)
    await assert.rejects(run(psp, values), CommandError);
  assert.deepEqual(await contact(), ['help@shop.example', 'https://shop.example/']);
  await run('1', { shop: 'https://shop.example' });
  assert.deepEqual(await contact(), [null, 'https://shop.example/']);
  const acts = await praca.sql<{ detail: { support_address: string | null } }[]>`
    select detail from merchant.control_actions where action = 'contact' order by id`;
  assert.deepEqual(
    acts.map(({ detail }) => detail.support_address),
    ['help@shop.example', null],
  );
});
