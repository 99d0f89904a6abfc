import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeCashAddress } from '../../src/merchant/chains/addresses/cash-address.ts';
import { findCashNode } from './bitcoin-cash-program.ts';
import { createCashWallet } from './bitcoin-cash-wallet.ts';
import { freePort } from './free-port.ts';
import {
  callerOf,
  endNode,
  launchNode,
  maturity,
  nodeUrl,
  password,
  untilNodeReady,
  type UtxoNode,
} from './utxo-node.ts';

/** The most payments that the customer can make at once. Each spends the reward of one block. */
const spendableBlocks = 40;

export async function startBitcoinCashNode(): Promise<UtxoNode> {
  const command = findCashNode();
  if (command === undefined) throw new Error('There is no bcash: run "npm test -- bitcoin-cash".');
  const directory = mkdtempSync(join(tmpdir(), 'praca-node-'));
  const port = await freePort();
  const url = nodeUrl(port);
  const call = callerOf(url);
  const launch = () => launchNode([...command, directory, String(port), password]);
  let running = await launch();
  const wallet = createCashWallet(call);
  const strange = (kind: 'key' | 'script') => encodeCashAddress('bchreg', kind, randomBytes(20));
  const node: UtxoNode = {
    coin: 'BCH',
    url,
    call,
    mine: (blocks = 1) => call('generatetoaddress', blocks, wallet.address),
    async mineEmpty(blocks) {
      for (let count = 0; count < blocks; count++) await call('generateblock', wallet.address, []);
    },
    pay: wallet.pay,
    async takeBack(transactionId) {
      const { id, bytes } = wallet.signAgain(transactionId);
      await call('generateblock', wallet.address, [bytes]);
      return id;
    },
    newAddress: async () => strange('key'),
    listAddressKinds: async () => ({
      key: strange('key'),
      script: strange('script'),
      'legacy key': wallet.legacyAddress('key'),
      'legacy script': wallet.legacyAddress('script'),
    }),
    derive: (extendedPublicKey, branch, count) => call('deriveaddresses', extendedPublicKey, branch, count),
    async listUnspent(scripts) {
      const coins: { script: string; satoshis: number }[] = await call('scanscripts', scripts);
      return coins.map(({ script, satoshis }) => ({ script, amountMinor: BigInt(satoshis) }));
    },
    kill: () => endNode(running),
    async restart() {
      running = await launch();
      await untilNodeReady(running, call);
    },
    async close() {
      await endNode(running);
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await untilNodeReady(running, call);
    const hashes = await node.mine(maturity + spendableBlocks);
    await wallet.own(hashes.slice(0, spendableBlocks));
    return node;
  } catch (error) {
    await node.close();
    throw error;
  }
}
