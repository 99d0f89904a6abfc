import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { merchant } from '../../packages/client/src/index.ts';
import { until } from '../support/process.ts';

const customer = {
  customer_reference_id: 'c-1',
  customer_first_name: 'Ana',
  customer_last_name: 'Souza',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};

/** Uses a sandbox server: makes one payment, signs up on a hashing thread and loads the bundled app. */
export async function useServer(url: string): Promise<void> {
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const shop = merchant({
    baseUrl: `${url}/merchant`,
    clientId: 'sandbox-psp',
    clientSecret: 'sandbox-secret',
  });
  const { payment_reference_id: id } = await shop.post('/payments', {
    body: {
      currency_code: 'EUR',
      payment_amount: '25.00',
      payment_reference: 'order-1',
      merchant_name: 'Padaria Central',
      payment_description: 'Bread for a week',
      customer_details: customer,
    },
  });
  const choice = await shop.post('/payments/{id}/conversion', {
    path: { id },
    body: { cryptocurrency_code: 'BTC' },
  });
  await shop.post('/sandbox/chains/{asset}/send', {
    path: { asset: 'BTC' },
    body: {
      address: choice.payment_cryptocurrency_address,
      cryptocurrency_amount: choice.cryptocurrency_amount,
    },
  });
  await shop.post('/sandbox/chains/{asset}/mine', { path: { asset: 'BTC' }, body: { blocks: 1 } });
  await until(
    async () => (await shop.get('/payments/{id}', { path: { id } })).payment_status === 'PAID',
    'the payment',
  );
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
}

export interface RunOptions {
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command and collects what it prints. */
export function runCommand([program = '', ...words]: readonly string[], options: RunOptions = {}): Running {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, exited };
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
