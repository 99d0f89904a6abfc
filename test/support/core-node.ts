import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatAmount } from '../../src/platform/money.ts';
import { freePort } from './free-port.ts';
import {
  callerOf,
  endNode,
  launchNode,
  maturity,
  nodeUrl,
  password,
  untilNodeReady,
  user,
  type Call,
  type UtxoNode,
  minorOf,
} from './utxo-node.ts';

/** Bitcoin Core or a program derived from it, such as Litecoin's. */
interface CoreProgram {
  readonly coin: 'BTC' | 'LTC';
  /** First arguments of the command line. */
  readonly command: readonly string[];
  readonly flags: readonly string[];
  readonly descriptorWallet: boolean;
  listAddressKinds(call: Call): Promise<Readonly<Record<string, string>>>;
}

/** Starts a node. The customer's wallet is the node's own, and its payments can be replaced (BIP-125). */
export async function startCoreNode(program: CoreProgram): Promise<UtxoNode> {
  const directory = mkdtempSync(join(tmpdir(), 'praca-node-'));
  const port = await freePort();
  const url = nodeUrl(port);
  const call = callerOf(url);
  const launch = () =>
    launchNode([
      ...program.command,
      '-regtest',
      `-datadir=${directory}`,
      '-server',
      '-listen=0',
      `-rpcport=${port}`,
      `-rpcuser=${user}`,
      `-rpcpassword=${password}`,
      '-fallbackfee=0.0001',
      '-keypool=20',
      '-printtoconsole=0',
      ...program.flags,
    ]);
  let running = await launch();
  const newAddress = () => call('getnewaddress', '', 'bech32');
  const node: UtxoNode = {
    coin: program.coin,
    url,
    call,
    mine: async (blocks = 1) => call('generatetoaddress', blocks, await newAddress()),
    async mineEmpty(blocks) {
      const address = await newAddress();
      for (let count = 0; count < blocks; count++) await call('generateblock', address, []);
    },
    pay: (address, amount) => call('sendtoaddress', address, amount, '', '', false, true),
    replace: async (transactionId) => (await call('bumpfee', transactionId, { fee_rate: 100 })).txid,
    takeBack: (transactionId) => takeBack(call, transactionId, newAddress),
    newAddress,
    listAddressKinds: () => program.listAddressKinds(call),
    async derive(extendedPublicKey, branch, count) {
      const { descriptor } = await call('getdescriptorinfo', `wpkh(${extendedPublicKey}/${branch}/*)`);
      return call('deriveaddresses', descriptor, [0, count - 1]);
    },
    async listUnspent(scripts) {
      const descriptors = scripts.map((script) => `raw(${script})`);
      const { unspents } = await call('scantxoutset', 'start', descriptors);
      return unspents.map((one: { scriptPubKey: string; amount: number }) => ({
        script: one.scriptPubKey,
        amountMinor: minorOf(one.amount),
      }));
    },
    async kill() {
      // Writes all blocks to disk. This node has no peers from which it could fetch them again.
      await call('gettxoutsetinfo');
      await endNode(running);
    },
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
    // The node loads the wallet again by itself after a restart.
    await call('createwallet', 'customer', false, false, '', false, program.descriptorWallet, true);
    await node.mine(maturity + 10);
    return node;
  } catch (error) {
    await node.close();
    throw error;
  }
}

async function takeBack(
  call: Call,
  transactionId: string,
  newAddress: () => Promise<string>,
): Promise<string> {
  const { hex } = await call('gettransaction', transactionId);
  const { vin } = await call('decoderawtransaction', hex);
  let minor = 0n;
  for (const { txid, vout } of vin) {
    const spent = await call('decoderawtransaction', (await call('gettransaction', txid)).hex);
    minor += minorOf(spent.vout[vout].value);
  }
  const inputs = vin.map(({ txid, vout }: { txid: string; vout: number }) => ({ txid, vout }));
  const outputs = { [await newAddress()]: formatAmount(minor - 1_000_000n, 8) };
  const draft = await call('createrawtransaction', inputs, outputs, 0, true);
  return call('sendrawtransaction', (await call('signrawtransactionwithwallet', draft)).hex);
}
