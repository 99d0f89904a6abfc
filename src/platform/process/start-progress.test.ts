import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './start-progress.ts';

test('a slow start reports its current step, and nothing after its end', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const said: string[] = [];
  const progress = showProgress((line) => said.push(line));
  progress.step('starting PostgreSQL');
  context.mock.timers.tick(3999);
  assert.equal(said.length, 0, 'a quick start is silent');
  context.mock.timers.tick(1);
  progress.step('bringing the database up to date');
  context.mock.timers.tick(4000);
  progress.done();
  context.mock.timers.tick(60_000);
  assert.deepEqual(
    said.map((line) => line.replace(/\d+ s so far/, 'N s so far')),
    [
      'Praça is starting, N s so far: starting PostgreSQL …',
      'Praça is starting, N s so far: bringing the database up to date …',
    ],
  );
});
