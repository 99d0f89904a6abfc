import { addStaff } from './commands.ts';
import { HDKey } from '@scure/bip32';
import { chainKeyCommand } from '../../src/merchant/chains/chain-key.commands.ts';
import { wakeChainReader } from '../../src/merchant/chains/wake-chain-reader.ts';
import { parseAmount } from '../../src/platform/money.ts';
import { openMerchantApp, type TestApp, type TestDatabase } from './app.ts';
import { createTestDatabase } from './database.ts';
import type { EthereumNode } from './ethereum-node.ts';
import { merchantClient, type MerchantClient } from './merchant.ts';
import { until } from './process.ts';

const accountOf = (seed: number): HDKey =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(seed)).derive("m/44'/60'/0'");
export const account = accountOf(42);
export const nextAccount = accountOf(43);

export const confirmations = 3;

export interface EthereumStage {
  readonly node: EthereumNode;
  readonly database: TestDatabase;
  readonly app: TestApp;
  readonly merchant: MerchantClient;
  /** Mines blocks, the first with all pending transactions, and waits until the service has read them. */
  mine(blocks?: number): Promise<void>;
  untilRead(): Promise<void>;
  close(): Promise<void>;
}

export const ethereumSettings = (node: EthereumNode, wallet = account): Record<string, string> => ({
  ETH_NODE: node.url,
  ETH_XPUB: wallet.publicExtendedKey,
  SIMULATED_CHAINS: 'no',
  CONFIRMATIONS: `BTC=1/3/6,LTC=3/6/12,BCH=3/6/10,ETH=${confirmations}/4/5,XRP=1/1/1`,
});

interface StageOptions {
  readonly settings?: Record<string, string>;
  readonly database?: TestDatabase;
  /** Whether the app has keys and pays out. */
  readonly keys?: boolean;
}

export async function openEthereumStage(
  node: EthereumNode,
  { settings: more = {}, database: given, keys = false }: StageOptions = {},
): Promise<EthereumStage> {
  const database = given ?? (await createTestDatabase());
  if (keys) await storeKey(node, database);
  const app = await openMerchantApp({ database, settings: { ...ethereumSettings(node), ...more } });
  const isRead = async (): Promise<boolean> => {
    const { hash } = await node.call('eth_getBlockByNumber', 'latest', false);
    const rows = await app.sql`
      select from merchant.chain_states where coin = 'ETH' and hash = ${hash} and fee_rate is not null and fault is null`;
    return rows.length === 1;
  };
  const untilRead = async (): Promise<void> => {
    // Wakes the reader instead of waiting for its next turn.
    wakeChainReader(app.platform.signals, 'ETH');
    await until(isRead, 'the reading of the chain', 60_000);
  };
  await app.start();
  await untilRead();
  return {
    node,
    database,
    app,
    merchant: await merchantClient(app),
    untilRead,
    async mine(blocks = 1) {
      await node.mine(blocks);
      await untilRead();
    },
    async close() {
      await app.close();
      if (!given) await database.drop();
    },
  };
}

/** Stores the key with a separate app, because a process reads the key only at its start. */
export async function storeKey(node: EthereumNode, database: TestDatabase): Promise<void> {
  const app = await openMerchantApp({ database, settings: ethereumSettings(node) });
  await giveKey(app, account);
  await app.close();
}

/** Returns the output of `chain key` with settings that name this wallet or another. */
export async function giveKey(
  { platform }: TestApp,
  wallet: HDKey,
  { publicExtendedKey: ETH_XPUB } = wallet,
): Promise<string> {
  const lines: string[] = [];
  const command = chainKeyCommand(() => Promise.resolve(wallet.privateExtendedKey));
  const named = { ...platform, settings: { ...platform.settings, ETH_XPUB } };
  await command.run(
    named,
    { values: { by: await addStaff(named) }, positionals: ['ETH'] },
    (line) => void lines.push(line),
  );
  return lines.join('\n');
}

/** Parses an amount in the service's format. */
export function wei(ether: string): bigint {
  const parsed = parseAmount(ether, 18);
  if ('error' in parsed) throw new Error(ether);
  return parsed.minor;
}
