import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '../../test/support/chromium.ts';

const execute = promisify(execFile);
const INSTALL_TIMEOUT_MS = 600_000;

/** Has Chromium, installing it where that is possible; otherwise says why it cannot be had. */
export async function ensureChromium(
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (findChromium() !== undefined) return undefined;
  if (process.env['CHROMIUM']) return `CHROMIUM names ${process.env['CHROMIUM']}, which is no program`;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!(await works([...asRoot, 'true'], signal)))
    return 'there is no Chromium, and installing it needs root';
  if (!(await works([...asRoot, 'apt-get', '--version'], signal))) {
    return 'there is no Chromium, and no apt-get to install it with; set CHROMIUM to the path of one';
  }
  say('  browser   installing Chromium, which takes a minute or two…');
  try {
    await run([...asRoot, 'apt-get', 'update'], signal);
    await run(
      [...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
      signal,
    );
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return `Chromium could not be installed: ${said.split('\n').at(-1) || String(error)}`;
  }
  return findChromium() === undefined ? 'Chromium was installed but is not where it was expected' : undefined;
}

async function run([program = '', ...parameters]: string[], signal: AbortSignal): Promise<void> {
  await execute(program, parameters, {
    signal,
    timeout: INSTALL_TIMEOUT_MS,
    maxBuffer: 2 ** 26,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

async function works(command: string[], signal: AbortSignal): Promise<boolean> {
  return run(command, signal).then(
    () => true,
    () => false,
  );
}
