import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Linux counts the time of a process in hundredths of a second, whatever the kernel's own tick is. */
const ticksASecond = 100;

/** Seconds of processor time that the process has used in all its threads; undefined where the system does not say. */
export async function readCpuSeconds(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The second field is the program's name, which may hold spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

const glanceMs = 100;
const mostGlances = 50;

/**
 * Whoever asked goes away when a round ends, but a server still finishes what it had begun: that must not take its time
 * from the round after it, which is somebody else's.
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

/** Both count in kibibytes. */
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
