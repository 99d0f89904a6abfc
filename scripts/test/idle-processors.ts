import { cpus } from 'node:os';

/** In milliseconds, of all processors together. */
export interface Times {
  readonly idle: number;
  readonly all: number;
}

/** Tells how long the processors had nothing to do, and how long they were there, since the beginning. */
export function watchProcessors(read: () => Times = readTimes): () => Times {
  const before = read();
  return () => passed(before, read());
}

/** Tells which share of the processors' time nobody wanted, since it was last asked. */
export function watchIdle(read: () => Times = readTimes): () => number {
  let before = read();
  return () => {
    const now = read();
    const { idle, all } = passed(before, now);
    before = now;
    return all === 0 ? 0 : idle / all;
  };
}

const passed = (before: Times, now: Times): Times => ({
  idle: now.idle - before.idle,
  all: now.all - before.all,
});

function readTimes(): Times {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }));
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.map(({ all }) => all)) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
