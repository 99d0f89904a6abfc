import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { argon2id } from '../harness/argon2id.ts';
import { betterAuthHeaders, serveBetterAuth } from '../harness/better-auth.ts';
import { percentile } from '../harness/latencies.ts';
import type { LoadQuestion } from '../harness/questions.ts';
import { comparison, type HttpRequest, type Measurement } from '../scenario.ts';

const password = 'uma mesa na janela';
const user = {
  user_Fname: 'Ana',
  user_Lname: 'Souza',
  user_email: 'ana@example.com',
  user_password: password,
};
/**
 * Simultaneous requests: few enough that a slow peer finishes some within a round, and enough to keep every core
 * hashing.
 */
const concurrency = 8;

const signInRequest: HttpRequest = {
  path: '/accounts/signin',
  method: 'POST',
  body: JSON.stringify({ user_email: user.user_email, user_password: password, user_type: '0' }),
};

async function call(url: string, path: string, body: object): Promise<Response> {
  const response = await fetch(`${url}/accounts${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, user_type: '0' }),
  });
  const answer = (await response.clone().json()) as { status: string; code?: string };
  // Every outcome has status 200; only the body shows whether the operation succeeded.
  if (answer.status !== 'success' && answer.code !== 'email_taken') throw new Error(JSON.stringify(answer));
  return response;
}

async function signUpOnce(praca: { url: string }): Promise<void> {
  await call(praca.url, '/signup', user);
  await call(praca.url, '/signin', user);
}

/** Runs only the hash function, with as much parallelism as the library allows. */
const bareVerify = {
  kind: 'loop' as const,
  async open() {
    const known = await hash(password, argon2id);
    return () => verify(known, password);
  },
};
const bareHash = { kind: 'loop' as const, open: async () => () => hash(password, argon2id) };

const peerSignIn = (passwords: 'its own' | 'ours') => ({
  kind: 'server' as const,
  serve: serveBetterAuth<void>(passwords),
  requests: (): readonly HttpRequest[] => [
    {
      path: '/api/auth/sign-in/email',
      method: 'POST',
      headers: betterAuthHeaders,
      body: JSON.stringify({ email: user.user_email, password }),
    },
  ],
});

const peerSignUp = (passwords: 'its own' | 'ours') => ({
  kind: 'server' as const,
  serve: serveBetterAuth<void>(passwords),
  requests: (): readonly HttpRequest[] => [
    {
      path: '/api/auth/sign-up/email',
      method: 'POST',
      headers: betterAuthHeaders,
      body: JSON.stringify({ name: 'Ana Souza', email: 'u[<id>]@example.com', password }),
      fresh: true,
    },
  ],
});

const signIn = {
  budget: 0.9,
  concurrency,
  prepare: signUpOnce,
  ours: { kind: 'praca' as const, requests: () => [signInRequest] },
  limit: bareVerify,
};

const signUp = {
  budget: 0.9,
  concurrency,
  prepare: signUpOnce,
  ours: {
    kind: 'praca' as const,
    requests: (): readonly HttpRequest[] => [
      {
        path: '/accounts/signup',
        method: 'POST',
        body: JSON.stringify({ ...user, user_email: 'u[<id>]@example.com', user_type: '0' }),
        fresh: true,
      },
    ],
  },
  limit: bareHash,
};

export const signInBesideScrypt = comparison<void>({
  ...signIn,
  name: 'sign-in',
  what: 'POST /accounts/signin against bare Argon2id verifications, beside Better Auth with its own scrypt',
  peer: peerSignIn('its own'),
});

export const signInBesideArgon = comparison<void>({
  ...signIn,
  name: 'sign-in, one hash',
  what: 'the same, beside Better Auth with the same Argon2id',
  peer: peerSignIn('ours'),
});

export const signUpBesideScrypt = comparison<void>({
  ...signUp,
  name: 'sign-up',
  what: 'POST /accounts/signup against bare Argon2id hashes, beside Better Auth with its own scrypt',
  peer: peerSignUp('its own'),
});

export const signUpBesideArgon = comparison<void>({
  ...signUp,
  name: 'sign-up, one hash',
  what: 'the same, beside Better Auth with the same Argon2id',
  peer: peerSignUp('ours'),
});

const probes = 600;
const pauseMs = 10;

/** Returns the 99th percentile of sequential requests with pauses, like those of an app user. */
async function probe(url: string, token: string, running: () => boolean): Promise<number> {
  const latenciesMs: number[] = [];
  for (let turn = 0; turn < probes && running(); turn++) {
    const began = performance.now();
    const response = await fetch(`${url}/accounts/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    latenciesMs.push(performance.now() - began);
    if (!response.ok) throw new Error(`GET /v1/me answered ${response.status}`);
    await sleep(pauseMs);
  }
  return percentile(
    latenciesMs.toSorted((a, b) => a - b),
    0.99,
  );
}

const leastBoundMs = 25;

export const profileWhileSigningIn: Measurement = {
  name: 'profile while signing in',
  what: 'p99 of GET /accounts/v1/me while sign-ins saturate the machine; 3 × its idle value or 25 ms at most',
  async measure(stage) {
    const { url } = await stage.praca();
    await signUpOnce({ url });
    const token = (await call(url, '/signin', user)).headers.get('x-session-token') ?? '';
    await probe(url, token, () => true);
    const idleMs = await probe(url, token, () => true);
    const generator = await stage.loadGenerator();
    const load: LoadQuestion = { url, requests: [signInRequest], connections: concurrency * 4, seconds: 15 };
    let saturated = true;
    const loaded = generator.ask(load).finally(() => (saturated = false));
    await sleep(2000);
    const value = await probe(url, token, () => saturated);
    await loaded;
    return { value, unit: 'ms', atMost: Math.max(3 * idleMs, leastBoundMs) };
  },
};
