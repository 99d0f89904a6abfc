import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TestContext } from 'node:test';
import type { Hasher } from '../../src/platform/hashing/hasher.ts';
import { written } from '../../src/platform/postgres/client/diagnostics.ts';

/** Separates the operation's statements from those of background polls. */
const watched = new AsyncLocalStorage<string[]>();

written.subscribe((strings) => {
  watched.getStore()?.push((strings as TemplateStringsArray).join('?'));
});

/**
 * Returns the slow steps of an operation in order: its statements and password hashes. A timing attack would measure
 * these differences, but timing itself in a test would mostly measure the machine.
 */
export async function workOf(hasher: Hasher, operation: () => Promise<unknown>): Promise<string[]> {
  const work: string[] = [];
  const real = { hash: hasher.hash, verify: hasher.verify };
  const watching: typeof real = {
    hash(password) {
      work.push('a hash');
      return real.hash(password);
    },
    verify(passwordHash, password) {
      work.push('a verification');
      return real.verify(passwordHash, password);
    },
  };
  Object.assign(hasher, watching);
  try {
    await watched.run(work, operation);
  } finally {
    Object.assign(hasher, real);
  }
  return work;
}

/** Returns the length of the longest text that an operation normalises, which takes quadratic time. */
export async function longestNormalised(
  context: TestContext,
  operation: () => Promise<unknown>,
): Promise<number> {
  let longest = 0;
  const { normalize } = String.prototype;
  const watching = context.mock.method(
    String.prototype,
    'normalize',
    function watch(this: string, form?: string) {
      longest = Math.max(longest, this.length);
      return normalize.call(this, form);
    },
  );
  try {
    await operation();
  } finally {
    watching.mock.restore();
  }
  return longest;
}

/** Asserts that the refusal came no sooner than the first time step of `failInSteps`. */
export async function assertToldInSteps(refused: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await refused();
  assert.ok(performance.now() - began >= 50, 'refused no sooner than the first step');
}
