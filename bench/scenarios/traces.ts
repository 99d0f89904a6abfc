import { inSpan, readTraceparent } from '../../src/platform/telemetry/traces/trace.ts';
import type { Measurement } from '../scenario.ts';

const rounds = 200_000;
const repeats = 9;
const transaction = { name: 'transaction', kind: 'client' } as const;
const nothing = async (): Promise<void> => {};

/** Returns the median processor time in nanoseconds of one call. */
async function timeOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round++) await work();
    const { user, system } = process.cpuUsage(before);
    times.push(((user + system) * 1000) / rounds);
  }
  return times.toSorted((one, other) => one - other)[Math.trunc(repeats / 2)] ?? 0;
}

export const tracesOff: Measurement = {
  name: 'traces off',
  what: 'processor time that a request with one transaction takes because it could be traced, without a collector and without a traceparent',
  async measure() {
    const headers: Readonly<Record<string, string>> = {};
    const traced = (): Promise<void> => {
      readTraceparent(headers['traceparent']);
      return inSpan(transaction, nothing);
    };
    // Compiles both first.
    await timeOf(traced);
    const bareNs = await timeOf(nothing);
    const tracedNs = await timeOf(traced);
    return { value: Math.max(0, tracedNs - bareNs), unit: 'ns', atMost: 1000 };
  },
};
