import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { performJob } from './hash-job.ts';

/** Wraps Argon2 and records the cost of every computed hash. */
function watched() {
  const costs: string[] = [];
  return {
    costs,
    hashSync(...given: Parameters<typeof hashSync>) {
      const { memoryCost, timeCost } = given[1] as Options;
      costs.push(`m=${memoryCost},t=${timeCost}`);
      return hashSync(...given);
    },
    verifySync(...given: Parameters<typeof verifySync>) {
      costs.push(/m=\d+,t=\d+/.exec(String(given[0]))?.[0] ?? '');
      return verifySync(...given);
    },
  };
}

const made = hashSync('secret', { memoryCost: 8, timeCost: 1, parallelism: 1 });

test('a hash is Argon2id with the requested cost', () => {
  const argon2 = watched();
  const hash = performJob({ kind: 'hash', password: 'secret', cost: { memoryKib: 24, passes: 3 } }, argon2);
  assert.match(String(hash), /^\$argon2id\$v=19\$m=24,t=3,p=1\$/);
  assert.deepEqual(argon2.costs, ['m=24,t=3']);
});

for (const password of ['secret', 'wrong']) {
  test(`verifying a ${password} password also computes the rest`, () => {
    const argon2 = watched();
    const rest = { memoryKib: 16, passes: 2 };
    const matches = performJob({ kind: 'verify', password, passwordHash: made, rest }, argon2);
    assert.equal(matches, password === 'secret');
    assert.deepEqual(argon2.costs, ['m=8,t=1', 'm=16,t=2']);
  });
}

test('a verification without a rest computes one hash', () => {
  const argon2 = watched();
  performJob({ kind: 'verify', password: 'secret', passwordHash: made, rest: undefined }, argon2);
  assert.deepEqual(argon2.costs, ['m=8,t=1']);
});
