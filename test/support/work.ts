import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TestContext } from 'node:test';
import type { Hasher } from '../../src/platform/hashing/hasher.ts';
import { written } from '../../src/platform/postgres/client/diagnostics.ts';

/** Of the operation that is watched: polls between requests write statements too. */
const watched = new AsyncLocalStorage<string[]>();

written.subscribe((strings) => {
  watched.getStore()?.push((strings as TemplateStringsArray).join('?'));
});

/**
 * What takes time in an operation, in its order: its statements and the hashes that it computes. Whoever asks with a
 * stopwatch learns what differs here; a stopwatch in a test would learn what the machine does besides.
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

/** The length of the longest text that an operation normalises, which takes time that grows with its square. */
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

/** No sooner than the first step after it was asked for: see `failInSteps`. */
export async function assertToldInSteps(refused: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await refused();
  assert.ok(performance.now() - began >= 50, 'told in steps');
}
