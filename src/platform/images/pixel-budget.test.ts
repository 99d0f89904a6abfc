import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { ProblemError } from '../problem.ts';
import { PixelBudget } from './pixel-budget.ts';

const limits = { pixels: 36, fewestPixels: 12, mostWaiting: 24 };

/** Creates a budget whose jobs end on request of the test. */
function openLine(given: Partial<typeof limits> = {}) {
  const budget = new PixelBudget({ ...limits, ...given });
  const begun: string[] = [];
  const refused: [name: string, code: string][] = [];
  const ends = new Map<string, () => void>();
  const come = (name: string, pixels: number, signal?: AbortSignal): void => {
    const work = (): Promise<void> => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    };
    budget.spend(pixels, work, signal).catch((error: unknown) => {
      assert.ok(error instanceof ProblemError);
      refused.push([name, error.code]);
    });
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    ends.delete(name);
    await turn();
  };
  return { budget, begun, refused, ends, come, end };
}

test('a small picture starts at once beside a large one, although more large ones wait', async () => {
  const line = openLine();
  for (let each = 0; each < 20; each++) line.come(`large ${each}`, 23);
  line.come('small', 1);
  await turn();
  assert.deepEqual(line.begun, ['large 0', 'small']);
  assert.deepEqual([line.budget.inWork, line.budget.waiting], [35, 19]);
});

test('a small picture overtakes all waiting ones, even if most have passed already', async () => {
  const line = openLine();
  for (let each = 0; each < 25; each++) line.come(`large ${each}`, 24);
  for (let each = 0; each < 22; each++) {
    await turn();
    await line.end(`large ${each}`);
  }
  line.come('small', 1);
  await turn();
  assert.equal(line.begun.at(-1), 'small');
  assert.equal(line.budget.waiting, 2);
});

test('small pictures overtake a large one only a limited number of times', async () => {
  const line = openLine();
  for (const name of ['a', 'b', 'c']) line.come(name, 1);
  line.come('large', 24);
  await turn();
  const working = ['a', 'b', 'c'];
  for (let each = 0; !line.begun.includes('large'); each++) {
    assert.ok(each < 100, 'the large one waits for ever');
    line.come(`small ${each}`, 1);
    const first = working.shift();
    if (first) await line.end(first);
    working.push(...line.begun.filter((name) => line.ends.has(name) && !working.includes(name)));
  }
});

test('if too many wait, the last in order is rejected: a small picture replaces a large one', async () => {
  const line = openLine({ mostWaiting: 3 });
  for (let each = 0; each < 5; each++) line.come(`large ${each}`, 24);
  await turn();
  assert.deepEqual(line.refused, [['large 4', 'overloaded']]);
  for (const name of ['a', 'b']) line.come(name, 1);
  await turn();
  assert.deepEqual(line.begun, ['large 0', 'a']);
  assert.deepEqual(line.refused.slice(1), [['large 3', 'overloaded']]);
});

test('a rejected picture gets Retry-After', async () => {
  const { budget } = openLine({ mostWaiting: 0, pixels: 24 });
  void budget.spend(24, () => new Promise(() => {}));
  await assert.rejects(
    budget.spend(24, () => Promise.resolve()),
    (error: unknown) => error instanceof ProblemError && error.headers['retry-after'] === '5',
  );
});

test('a cancelled picture leaves the queue, lets the next one start and never starts', async () => {
  const line = openLine();
  const gone = new AbortController();
  line.come('a', 20);
  line.come('large', 24, gone.signal);
  line.come('late', 24, AbortSignal.abort());
  line.come('next', 24);
  await turn();
  assert.deepEqual([line.begun, line.budget.waiting], [['a'], 2]);
  gone.abort();
  await turn();
  assert.equal(line.budget.waiting, 1);
  await line.end('a');
  assert.deepEqual(line.begun, ['a', 'next']);
  assert.deepEqual(line.refused, [
    ['late', 'invalid_input'],
    ['large', 'invalid_input'],
  ]);
});

test('cancelling the picture that blocked others lets them start at once', async () => {
  const line = openLine();
  const gone = new AbortController();
  line.come('a', 20);
  line.come('large', 24, gone.signal);
  for (let each = 0; each < 50; each++) {
    line.come(`small ${each}`, 1);
    await turn();
    await line.end(`small ${each}`);
  }
  line.come('behind', 13);
  await turn();
  assert.equal(line.budget.waiting, 2);
  gone.abort();
  await turn();
  assert.equal(line.begun.at(-1), 'behind');
});

test('a picture cancelled during its work releases its share once, when the work ends', async () => {
  const line = openLine();
  const gone = new AbortController();
  line.come('a', 30, gone.signal);
  await turn();
  gone.abort();
  await turn();
  assert.equal(line.budget.inWork, 30);
  await line.end('a');
  assert.equal(line.budget.inWork, 0);
  assert.deepEqual(line.refused, []);
});

test('failed work releases its share', async () => {
  const { budget } = openLine();
  await assert.rejects(
    budget.spend(24, () => Promise.reject(new Error('damaged'))),
    /damaged/,
  );
  assert.equal(budget.inWork, 0);
});

test('never exceeds the budget, and serves or rejects every picture, for any order of arrivals, ends and cancellations', async () => {
  const step = fc.oneof(
    fc.record({ come: fc.integer({ min: 1, max: 24 }), givesUp: fc.boolean() }),
    fc.record({ end: fc.nat(30) }),
    fc.record({ giveUp: fc.nat(30) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const line = openLine({ mostWaiting: 100 });
      const signals: AbortController[] = [];
      let came = 0;
      const endOne = async (nth: number): Promise<void> => {
        const names = [...line.ends.keys()];
        await line.end(names[nth % names.length] ?? '');
      };
      for (const taken of steps) {
        if ('come' in taken) {
          const signal = new AbortController();
          if (taken.givesUp) signals.push(signal);
          line.come(String(came++), taken.come, signal.signal);
        } else if ('end' in taken) await endOne(taken.end);
        else signals[taken.giveUp % signals.length]?.abort();
        await turn();
        assert.ok(line.budget.inWork <= limits.pixels);
        assert.ok(line.ends.size * limits.fewestPixels <= line.budget.inWork);
      }
      while (line.ends.size > 0) await endOne(0);
      assert.deepEqual([line.budget.inWork, line.budget.waiting], [0, 0]);
      assert.equal(line.begun.length + line.refused.length, came);
    }),
  );
});
