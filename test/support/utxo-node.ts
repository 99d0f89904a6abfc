import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const readyWithinMs = 600_000;
/** A coin that was mined can be spent after as many more blocks. */
export const maturity = 100;
export const user = 'tester';
/** With signs that an address of a node has to encode. */
export const password = 'a pass/word';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
export type Call = (method: string, ...params: unknown[]) => Promise<any>;

/** Nodes tell amounts as numbers of whole coins. */
export const minorOf = (coins: number): bigint => BigInt(Math.round(coins * 1e8));

/** A node of Bitcoin's family with a chain of its own, which nobody else mines. Ready to pay. */
export interface UtxoNode {
  readonly coin: 'BTC' | 'BCH' | 'LTC';
  /** As `BTC_NODE` takes it. */
  readonly url: string;
  readonly call: Call;
  /** Blocks with all that waits; the reward goes to the customer. Their hashes. */
  mine(blocks?: number): Promise<string[]>;
  /** Blocks without what waits. */
  mineEmpty(blocks: number): Promise<void>;
  /** The customer pays; the transaction's id. */
  pay(address: string, amount: string): Promise<string>;
  /** The customer pays the same with a higher fee, where nodes let one transaction replace another (BIP-125). */
  readonly replace?: (transactionId: string) => Promise<string>;
  /**
   * The customer takes a payment that waits back, by one with the same coins to himself: with a higher fee, or, where
   * nodes keep to the first that they saw, in the block of a miner who does not.
   */
  takeBack(transactionId: string): Promise<string>;
  newAddress(): Promise<string>;
  /** One of the customer's, or of nobody's, for each kind that the coin has. */
  listAddressKinds(): Promise<Readonly<Record<string, string>>>;
  /** Of the first addresses of an account, as the node derives them itself. */
  derive(extendedPublicKey: string, branch: number, count: number): Promise<string[]>;
  /** What lies in blocks at each of these scripts, one amount for each output. */
  listUnspent(scripts: readonly string[]): Promise<{ script: string; amountMinor: bigint }[]>;
  /** Without a warning, as power fails: what waits unconfirmed is forgotten, blocks are kept. */
  kill(): Promise<void>;
  /** On what it had written. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const nodeUrl = (port: number): string =>
  `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`;

export async function launchNode(command: readonly string[]): Promise<ChildProcess> {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
}

export async function endNode(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export async function untilNodeReady(child: ChildProcess, call: Call): Promise<void> {
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline;) {
    if (child.exitCode !== null) throw new Error(`the node ended with ${child.exitCode}`);
    try {
      await call('getblockchaininfo');
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('the node was not ready in time');
}

export function callerOf(url: string): Call {
  const { username, password: encoded, origin } = new URL(url);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(encoded)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return async (method, ...params) => {
    const response = await fetch(origin, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ id: 1, method, params }),
      signal: AbortSignal.timeout(readyWithinMs),
    });
    const { result, error } = (await response.json()) as {
      result: unknown;
      error: { message: string } | null;
    };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
