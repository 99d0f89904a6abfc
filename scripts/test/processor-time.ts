import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10;
const TOLD = /^processor: (\d+) ms$/m;

/** What a process and all of its descendants that have ended took of the processors; zero where no file tells it. */
export function processorMsOf(pid: number | 'self'): number {
  try {
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    // After the name: state, ten others, then its own and its children's time, each for the user and the system.
    const times = fields.split(' ').slice(11, 15).map(Number);
    return times.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
  } catch {
    return 0;
  }
}

/** By its output, which is all that the runner gets of a file's process. */
export const tellProcessorTime = (ms: number): string => `\nprocessor: ${ms} ms\n`;

/** What was told, and the rest of what was said. */
export function hearProcessorTime(said: readonly string[]): { ms: number; others: string } {
  const all = said.join('');
  return { ms: Number(TOLD.exec(all)?.[1] ?? 0), others: all.replace(TOLD, '') };
}
