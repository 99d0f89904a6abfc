import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { runCommand } from '../../../test/support/commands.ts';
import { playNode, type PlayedRpcNode } from '../../../test/support/played-node.ts';
import { allSettings } from '../../app.ts';
import { readSettings } from '../../platform/settings.ts';
import { coinCodes } from '../assets/asset.rules.ts';
import { traitsOf } from './bitcoin/bitcoin-coins.ts';
import { nodeCommands } from './node.commands.ts';
import { openChains } from './open-chains.ts';
import { sandboxAccounts } from './simulated/wallet/sandbox-wallet.ts';

const { publicExtendedKey } = HDKey.fromMasterSeed(new Uint8Array(32).fill(9), {
  public: 0x043587cf,
  private: 0x04358394,
}).derive("m/84'/1'/0'");

let testApp: TestApp;
let played: PlayedRpcNode;
before(async () => {
  testApp = await openMerchantApp({ settings: { SIMULATED_CHAINS: 'no' } });
  played = await playNode((method) => {
    if (method === 'getblockhash') return JSON.stringify(traitsOf.LTC.checkpoints.regtest[0]?.hash);
    if (method === 'getblockchaininfo') {
      return JSON.stringify({ chain: 'regtest', blocks: 7, bestblockhash: 'a'.repeat(64) });
    }
    return '{}';
  });
});
after(async () => {
  await played.close();
  await testApp.close();
});

async function check(given: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const settings = readSettings(allSettings, { environment: { SIMULATED_CHAINS: 'no', ...given } });
  const command = nodeCommands.find(({ name }) => name === 'chain check');
  const platform = { ...testApp.platform, settings };
  await command
    ?.run(platform, { values: {}, positionals: [] }, (line) => void lines.push(line))
    .catch((error: Error) => void lines.push(`${error.name}: ${error.message}`));
  return lines;
}

test('a check prints the height of a node that answers and whether it can pay out', async () => {
  assert.deepEqual(await check({ LTC_NODE: played.url, LTC_XPUB: publicExtendedKey }), [
    'ok     LTC  litecoin regtest  height 7  fee rate 10000  cannot pay out: this process has no key',
  ]);
});

test('a check reports an unavailable node and a refused password next to the other nodes', async () => {
  const lines = await check({
    LTC_NODE: played.url.replace('secret-word', 'wrong'),
    LTC_XPUB: publicExtendedKey,
    BTC_NODE: played.url,
    BTC_XPUB: publicExtendedKey,
  });
  assert.deepEqual(lines, [
    'WRONG  BTC  bitcoin regtest  the node is of another chain than bitcoin regtest',
    `WRONG  LTC  litecoin regtest  ${played.host} does not accept the name and password (status 401)`,
    'CommandError: 2 of 2 nodes cannot be used at the moment.',
  ]);
});

test('without a node there is nothing to check, and simulated chains need no node', async () => {
  assert.deepEqual(await check({}), ['No coin is on: there is no node in the settings.']);
  const simulated = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  try {
    const lines = await runCommand(simulated, 'chain check');
    assert.deepEqual(
      lines.map((line) => line.replaceAll(/\d+/g, '0')),
      coinCodes.map((coin) => `ok     ${coin}  simulated  height 0  fee rate 0  pays out`),
    );
  } finally {
    await simulated.close();
  }
});

test('a check writes nothing: it creates no simulated chain and watches no address', async () => {
  const begins = coinCodes.map((coin) => `ok     ${coin}  simulated  begins with the first start`);
  assert.deepEqual(await check({ SIMULATED_CHAINS: 'yes' }), begins);
  await check({ ETH_NODE: played.url, ETH_XPUB: sandboxAccounts.ETH.extendedPublicKey });
  const rows = await testApp.sql`
    select coin from merchant.simulated_chains union all select coin from merchant.chain_addresses`;
  assert.deepEqual([...rows], []);
});

test('a simulated chain is refused if a node used its wallet before, also by a check', async () => {
  const settingsOf = (environment: Record<string, string>) => readSettings(allSettings, { environment });
  const account = { ETH_NODE: played.url, ETH_XPUB: sandboxAccounts.ETH.extendedPublicKey };
  await openChains(testApp.platform, settingsOf({ ...account, SIMULATED_CHAINS: 'no' }));
  const sentence =
    /^StartError: This database watches 0x\w{40} for a node of ETH, .* Set ETH_NODE again, or use another database\.$/;
  await assert.rejects(openChains(testApp.platform, settingsOf({})), sentence);
  assert.match((await check({ SIMULATED_CHAINS: 'yes' })).at(-1) ?? '', sentence);
});
