import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ethereumProgram, type EthereumProgram } from './ethereum-program.ts';
import { freePort } from './free-port.ts';

const readyWithinMs = 600_000;
/** An account with almost unlimited ether whose key the node has. */
export const customerAccount = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** A real node with a private chain. Only the test mines. */
export interface EthereumNode {
  /** The address in the form of ETH_NODE. */
  readonly url: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many shapes
  call(method: string, ...params: unknown[]): Promise<any>;
  /** Mines blocks. The first one contains all pending transactions. */
  mine(blocks?: number): Promise<void>;
  /** Pays as the customer and returns the id of the pending transaction. */
  pay(to: string, wei: bigint, more?: object): Promise<string>;
  deploy(code: string): Promise<string>;
  /** Replaces the newest blocks with a branch that is one block longer and lacks their transactions. */
  reorganise(depth: number): Promise<void>;
  balance(address: string): Promise<bigint>;
  kill(): Promise<void>;
  /** Restarts with its stored chain if `kept`, otherwise with another chain. */
  restart(kept: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startEthereumNode(program: EthereumProgram): Promise<EthereumNode> {
  const directory = mkdtempSync(join(tmpdir(), 'praca-ethereum-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const launch = (state: string): ChildProcess => {
    const child = program === 'anvil' ? launchAnvil(port, state) : launchEdr(port);
    process.once('exit', () => child.kill('SIGKILL'));
    return child;
  };
  let state = join(directory, 'state.json');
  let running = launch(state);
  const call: EthereumNode['call'] = (method, ...params) => ask(url, method, params);
  const mineOne = (): Promise<void> => call('evm_mine');
  const node: EthereumNode = {
    url,
    call,
    async mine(blocks = 1) {
      for (let count = 0; count < blocks; count++) await mineOne();
    },
    pay: (to, wei, more = {}) =>
      call('eth_sendTransaction', { from: customerAccount, to, value: hex(wei), gas: hex(21_000), ...more }),
    async deploy(code) {
      const length = (code.length / 2).toString(16).padStart(2, '0');
      // PUSH1 length DUP1 PUSH1 9 PUSH0 CODECOPY PUSH0 RETURN: returns the following bytes as the contract's code.
      const data = `0x60${length}8060095f395ff3${code}`;
      const id = await call('eth_sendTransaction', { from: customerAccount, data, gas: hex(500_000) });
      await mineOne();
      return (await call('eth_getTransactionReceipt', id)).contractAddress;
    },
    async reorganise(depth) {
      if (program === 'anvil') {
        await call('anvil_reorg', depth, []);
        await mineOne();
      } else await replayWithout(call, depth);
    },
    balance: async (address) => BigInt(await call('eth_getBalance', address, 'latest')),
    async kill() {
      // Anvil stores its chain only at a clean exit.
      await end(running, 'SIGTERM');
    },
    async restart(kept) {
      if (!kept) state = join(directory, `${Date.now()}.json`);
      running = launch(state);
      await untilReady(running, call);
    },
    async close() {
      await end(running, 'SIGKILL');
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await untilReady(running, call);
    await node.mine(3);
    return node;
  } catch (error) {
    await node.close();
    throw error;
  }
}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

const launchAnvil = (port: number, state: string): ChildProcess =>
  spawn(
    ethereumProgram('anvil'),
    [
      '--silent',
      '--no-mining',
      `--port=${port}`,
      `--state=${state}`,
      // Makes blocks final after a few more blocks.
      '--slots-in-an-epoch=4',
      '--balance=1000000',
      '--base-fee=1000000000',
    ],
    { stdio: 'ignore' },
  );

const launchEdr = (port: number): ChildProcess =>
  spawn(
    process.execPath,
    [join(import.meta.dirname, 'edr-server.ts'), ethereumProgram('edr'), String(port)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );

/** EDR has no reorganisation. Returns to the snapshot of `markBranch` and mines from there. */
async function replayWithout(call: EthereumNode['call'], depth: number): Promise<void> {
  const height = Number(await call('eth_blockNumber'));
  const mark = marks.get(call)?.get(height - depth);
  if (mark === undefined) throw new Error(`markBranch was not called at block ${height - depth}`);
  await call('evm_revert', mark);
  await call('hardhat_setNextBlockBaseFeePerGas', hex(777_777_777));
  for (let count = 0; count <= depth; count++) await call('evm_mine');
}

const marks = new WeakMap<EthereumNode['call'], Map<number, string>>();

/** Takes a snapshot. Must be called before the blocks that `reorganise` removes. */
export async function markBranch({ call }: EthereumNode): Promise<void> {
  const kept = marks.get(call) ?? new Map<number, string>();
  marks.set(call, kept);
  kept.set(Number(await call('eth_blockNumber')), await call('evm_snapshot'));
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function untilReady(child: ChildProcess, call: EthereumNode['call']): Promise<void> {
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline;) {
    if (child.exitCode !== null) throw new Error(`the node ended with ${child.exitCode}`);
    try {
      await call('eth_chainId');
      return;
    } catch {
      await sleep(25);
    }
  }
  throw new Error('the node was not ready in time');
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(readyWithinMs),
  });
  const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
