import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchIdle, watchProcessors } from './idle-processors.ts';

test('tells the share of idle time since it was last asked', () => {
  let times = { idle: 1_000, all: 10_000 };
  const share = watchIdle(() => times);
  assert.equal(share(), 0, 'no time has passed');
  times = { idle: 1_050, all: 10_200 };
  assert.equal(share(), 0.25);
  times = { idle: 1_050, all: 10_400 };
  assert.equal(share(), 0);
});

test('tells the time of all processors since the beginning', () => {
  let times = { idle: 1_000, all: 10_000 };
  const spent = watchProcessors(() => times);
  times = { idle: 1_050, all: 10_200 };
  assert.deepEqual(spent(), { idle: 50, all: 200 });
  times = { idle: 1_150, all: 10_400 };
  assert.deepEqual(spent(), { idle: 150, all: 400 });
});
