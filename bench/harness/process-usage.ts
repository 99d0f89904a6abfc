import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Linux reports process times in hundredths of a second, regardless of the kernel's tick. */
const ticksASecond = 100;

/** Returns the processor seconds used by all threads of the process; undefined if the system does not report them. */
export async function readCpuSeconds(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The second field is the program's name, which may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

const glanceMs = 100;
const mostGlances = 50;

/**
 * Waits until the server is idle. The client stops at the end of a round, but the server still finishes pending
 * requests, which must not cost time in the next target's round.
 */
export async function untilIdle(pid: number): Promise<void> {
  let before = await readCpuSeconds(pid);
  for (let glance = 0; glance < mostGlances && before !== undefined; glance++) {
    await sleep(glanceMs);
    const after = await readCpuSeconds(pid);
    if (after === undefined || after - before < 2 / ticksASecond) return;
    before = after;
  }
}

/** Returns the resident memory. Both sources report kibibytes. */
export async function readResidentMegabytes(pid: number): Promise<number> {
  const kibibytes =
    process.platform === 'linux' ? await readResidentOfProc(pid) : await askPsForResident(pid);
  if (!kibibytes) throw new Error('The system does not say how much memory the process uses.');
  return (kibibytes * 1024) / 1e6;
}

async function readResidentOfProc(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]);
}

async function askPsForResident(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout);
}
