import assert from 'node:assert/strict';

/**
 * Times are compared as a stranger would: hundreds of tries of two kinds, and a rank test between them.
 */
export type Timed = (turn: number) => Promise<unknown>;

export interface Compared {
  one: number[];
  other: number[];
}

export async function compareTimes(one: Timed, other: Timed, tries: number): Promise<Compared> {
  const times: Compared = { one: [], other: [] };
  const timed = async (ask: Timed, turn: number): Promise<number> => {
    const began = performance.now();
    await ask(turn);
    return performance.now() - began;
  };
  for (let turn = 0; turn < 20; turn++) {
    await one(-turn);
    await other(-turn);
  }
  for (let turn = 0; turn < tries; turn++) {
    // By chance: whatever else comes in turns on the machine, as its processes do, would favour one of them in any order.
    const oneIsFirst = Math.random() < 0.5;
    if (oneIsFirst) times.one.push(await timed(one, turn));
    times.other.push(await timed(other, turn));
    if (!oneIsFirst) times.one.push(await timed(one, turn));
  }
  return times;
}

/** How often a time of the one is longer than a time of the other: 0.5 where they cannot be told apart. */
export function advantage({ one, other }: Compared): number {
  let wins = 0;
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (one.length * other.length);
}

/** Far beyond chance (its deviation is 0.053 with 60 tries, 0.037 with 120), and far below what an early return shows. */
export const tolerated = 0.13;

/**
 * Where passwords are hashed, as weakly as tests do: a row more or less shows beside that, as it would not beside a hash
 * of 30 ms. Still far below what it shows to leave the hash out, or a part of it.
 */
export const toleratedBesideHashes = 0.35;

export async function assertSameTimes(
  one: Timed,
  other: Timed,
  what: string,
  tries: number,
  most = tolerated,
): Promise<void> {
  let last = 0;
  // A busy machine can favour one side for a while, but not three times in a row.
  for (let attempt = 0; attempt < 3; attempt++) {
    last = advantage(await compareTimes(one, other, tries));
    if (Math.abs(last - 0.5) < most) return;
  }
  assert.fail(`${what}: the times tell them apart (${last.toFixed(3)})`);
}
