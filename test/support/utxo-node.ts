import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const readyWithinMs = 600_000;
/** A mined coin can be spent after this many further blocks. */
export const maturity = 100;
export const user = 'tester';
/** Contains characters that must be encoded in a node's address. */
export const password = 'a pass/word';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many shapes
export type Call = (method: string, ...params: unknown[]) => Promise<any>;

/** Converts an amount of whole coins, as nodes write it. */
export const minorOf = (coins: number): bigint => BigInt(Math.round(coins * 1e8));

/** A node of Bitcoin's family with a private chain and a funded customer. Only the test mines. */
export interface UtxoNode {
  readonly coin: 'BTC' | 'BCH' | 'LTC';
  /** The address in the form of `BTC_NODE`. */
  readonly url: string;
  readonly call: Call;
  /** Mines blocks with all pending transactions. The reward goes to the customer. Returns their hashes. */
  mine(blocks?: number): Promise<string[]>;
  mineEmpty(blocks: number): Promise<void>;
  /** Pays as the customer and returns the transaction's id. */
  pay(address: string, amount: string): Promise<string>;
  /** Replaces a payment with one of a higher fee, for coins whose nodes allow it (BIP-125). */
  readonly replace?: (transactionId: string) => Promise<string>;
  /**
   * The customer double-spends a pending payment to itself: with a higher fee, or, if nodes refuse replacement,
   * directly in a mined block.
   */
  takeBack(transactionId: string): Promise<string>;
  newAddress(): Promise<string>;
  /** Returns an address of the customer, or a random one, for each kind that the coin has. */
  listAddressKinds(): Promise<Readonly<Record<string, string>>>;
  /** Returns the first addresses of an account as the node derives them. */
  derive(extendedPublicKey: string, branch: number, count: number): Promise<string[]>;
  /** Lists the confirmed unspent outputs of these scripts. */
  listUnspent(scripts: readonly string[]): Promise<{ script: string; amountMinor: bigint }[]>;
  /** Kills the node, as a power loss does. Pending transactions are lost and blocks are kept. */
  kill(): Promise<void>;
  /** Starts again with the stored data. */
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
