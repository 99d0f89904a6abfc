import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basic } from '../support/merchant.ts';
import { until } from '../support/process.ts';

const customer = {
  customer_reference_id: 'c-1',
  customer_first_name: 'Ana',
  customer_last_name: 'Souza',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};

async function payOnce(url: string): Promise<void> {
  const call = async (path: string, headers: Record<string, string>, body?: object) => {
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const type = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/merchant${path}`, { ...sent, headers: { ...type, ...headers } });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${text}`);
    return JSON.parse(text) as Record<string, string>;
  };
  const login = { authorization: basic('sandbox-psp', 'sandbox-secret') };
  const { access_token: token } = await call('/oauth/token?grant_type=client_credentials', login, {});
  const bearer = { authorization: `Bearer ${token}` };
  const { payment_reference_id: id } = await call('/payments', bearer, {
    currency_code: 'EUR',
    payment_amount: '25.00',
    payment_reference: 'order-1',
    merchant_name: 'Padaria Central',
    payment_description: 'Bread for a week',
    success_return_url: 'https://shop.example/thanks',
    failure_return_url: 'https://shop.example/sorry',
    customer_details: customer,
  });
  const choice = await call(`/payments/${id}/conversion`, bearer, { cryptocurrency_code: 'BTC' });
  await call('/sandbox/chains/BTC/send', bearer, {
    address: choice['payment_cryptocurrency_address'],
    cryptocurrency_amount: choice['cryptocurrency_amount'],
  });
  await call('/sandbox/chains/BTC/mine', bearer, { blocks: 1 });
  const isPaid = async () => (await call(`/payments/${id}`, bearer))['payment_status'] === 'PAID';
  await until(isPaid, 'the payment');
}

/** Uses a sandbox server: makes one payment, signs up on a hashing thread and loads the bundled app. */
export async function useServer(url: string): Promise<void> {
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  await payOnce(url);
  const signedUp = await fetch(`${url}/accounts/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user_Fname: 'Ana',
      user_Lname: 'Souza',
      user_email: 'ana@example.com',
      user_password: 'uma mesa na janela',
      user_profilepic: '',
      user_type: '0',
    }),
  });
  assert.match(await signedUp.text(), /"success"/);
  const page = await (await fetch(`${url}/app/welcome`)).text();
  const [script = ''] = /\/app\/[0-9a-f]{16}\/frame\.js/.exec(page) ?? [];
  assert.equal((await fetch(`${url}${script}`)).status, 200, 'the app’s script');
}

export interface Running {
  readonly child: ChildProcess;
  /** Output so far. */
  readonly output: () => string;
  readonly exited: Promise<number | null>;
  /** Stops the command and its children: `npx` does not pass on signals. */
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command and collects what it prints. */
export function runCommand([program = '', ...words]: readonly string[], options: RunOptions = {}): Running {
  const child = spawn(program, words, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const stop = async (): Promise<void> => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
    } catch {
      // All have ended.
    }
    await exited;
  };
  return { child, output: () => output, exited, stop };
}

/** Runs a command and returns its output. Throws an error with the output if it fails. */
export async function succeed(command: readonly string[], options: RunOptions = {}): Promise<string> {
  const { exited, output } = runCommand(command, options);
  const code = await exited;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${String(code)}:\n${output()}`);
  return output();
}

/** Waits for the banner. Returns the server's address. */
export async function untilReady({ child, output }: Running): Promise<string> {
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`the server ended:\n${output()}`);
      return /is ready at \S+/.test(output());
    },
    'the start',
    150_000,
  );
  return /is ready at (\S+)/.exec(output())?.[1] ?? '';
}
