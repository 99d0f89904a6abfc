import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatAmount } from '../../src/platform/money.ts';
import { findLitecoind } from './litecoin-program.ts';

const readyWithinMs = 60_000;
/** A coin that was mined can be spent after as many more blocks. */
const maturity = 100;

/** A real node with a chain of its own, which nobody else mines. */
export interface LitecoinNode {
  /** As LTC_NODE takes it. */
  readonly url: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  call(method: string, ...params: unknown[]): Promise<any>;
  /** Blocks with all that waits; the reward goes to the customer. Their hashes. */
  mine(blocks?: number): Promise<string[]>;
  /** The customer, whose wallet is the node's own, pays; the transaction's id. It may be replaced (BIP-125). */
  pay(address: string, amount: string): Promise<string>;
  /** The customer takes a payment that waits back, by one with the same coins to himself and a higher fee. */
  takeBack(transactionId: string): Promise<string>;
  /** Without a warning, as power fails: what waits unconfirmed is forgotten, blocks are kept. */
  kill(): Promise<void>;
  /** On what it had written. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Ready to pay: the customer's first coins are spendable. */
export async function startLitecoinNode(): Promise<LitecoinNode> {
  const directory = mkdtempSync(join(tmpdir(), 'praca-litecoin-'));
  const port = await findFreePort();
  const url = `http://tester:a%20pass%3Aword@127.0.0.1:${port}`;
  let running = await launch(directory, port);
  const call: LitecoinNode['call'] = (method, ...params) => ask(url, method, params);
  const node: LitecoinNode = {
    url,
    call,
    async mine(blocks = 1) {
      return call('generatetoaddress', blocks, await call('getnewaddress'));
    },
    pay: (address, amount) => call('sendtoaddress', address, amount, '', '', false, true),
    takeBack: (transactionId) => takeBack(call, transactionId),
    async kill() {
      // Writes all blocks to the disk: where another node would fetch them again, this one has nobody to ask.
      await call('gettxoutsetinfo');
      await end(running);
    },
    async restart() {
      running = await launch(directory, port);
      await untilReady(running, call);
    },
    async close() {
      await end(running);
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await untilReady(running, call);
    // Loaded again by itself after a restart.
    await call('createwallet', 'customer', false, false, '', false, false, true);
    await node.mine(maturity + 10);
    return node;
  } catch (error) {
    await node.close();
    throw error;
  }
}

async function takeBack(call: LitecoinNode['call'], transactionId: string): Promise<string> {
  const { hex } = await call('gettransaction', transactionId);
  const { vin } = await call('decoderawtransaction', hex);
  let litoshi = 0n;
  for (const { txid, vout } of vin) {
    const spent = await call('decoderawtransaction', (await call('gettransaction', txid)).hex);
    litoshi += BigInt(Math.round(spent.vout[vout].value * 1e8));
  }
  const inputs = vin.map(({ txid, vout }: { txid: string; vout: number }) => ({ txid, vout }));
  const amount = formatAmount(litoshi - 1_000_000n, 8);
  const draft = await call(
    'createrawtransaction',
    inputs,
    { [await call('getnewaddress')]: amount },
    0,
    true,
  );
  return call('sendrawtransaction', (await call('signrawtransactionwithwallet', draft)).hex);
}

async function launch(directory: string, port: number): Promise<ChildProcess> {
  const program = findLitecoind();
  if (program === undefined) {
    throw new Error('There is no litecoind: install it, or set LITECOIND to its path.');
  }
  const child = spawn(
    program,
    [
      '-regtest',
      `-datadir=${directory}`,
      '-server',
      '-listen=0',
      `-rpcport=${port}`,
      '-rpcuser=tester',
      '-rpcpassword=a pass:word',
      '-fallbackfee=0.0001',
      '-keypool=20',
      '-printtoconsole=0',
      // Litecoin's nodes do not let transactions be replaced unless they are told to; most of Bitcoin's do.
      '-mempoolreplacement=1',
      // Its hidden transactions begin at height 431 otherwise, where a chain of one miner comes to a halt.
      '-vbparams=mweb:4000000000:4100000000',
    ],
    { stdio: 'ignore' },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function untilReady(child: ChildProcess, call: LitecoinNode['call']): Promise<void> {
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline;) {
    if (child.exitCode !== null) throw new Error(`litecoind ended with ${child.exitCode}`);
    try {
      await call('getblockchaininfo');
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('litecoind was not ready in time');
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { username, password, origin } = new URL(url);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const response = await fetch(origin, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: JSON.stringify({ id: 1, method, params }),
    signal: AbortSignal.timeout(readyWithinMs),
  });
  const { result, error } = (await response.json()) as { result: unknown; error: { message: string } | null };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
