import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '../../test/support/chromium.ts';
import { findLitecoind } from '../../test/support/litecoin-program.ts';
import type { Category } from './parts.ts';

const execute = promisify(execFile);
const INSTALL_TIMEOUT_MS = 600_000;

/** What tests of a category need beside the packages. */
interface Program {
  readonly name: string;
  /** Names another one of it. */
  readonly variable: string;
  readonly packages: readonly string[];
  find(): string | undefined;
}

const PROGRAMS: Partial<Record<Category, Program>> = {
  browser: {
    name: 'Chromium',
    variable: 'CHROMIUM',
    packages: ['chromium', 'fonts-dejavu-core'],
    find: findChromium,
  },
  litecoin: { name: 'litecoind', variable: 'LITECOIND', packages: ['litecoind'], find: findLitecoind },
};

/** Has what a category needs, installing it where that is possible; otherwise says why it cannot be had. */
export async function ensureProgram(
  category: Category,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const program = PROGRAMS[category];
  if (program === undefined || program.find() !== undefined) return undefined;
  const { name, variable, packages } = program;
  const named = process.env[variable];
  if (named) return `${variable} names ${named}, which is no program`;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!(await works([...asRoot, 'true'], signal))) return `there is no ${name}, and installing it needs root`;
  if (!(await works([...asRoot, 'apt-get', '--version'], signal))) {
    return `there is no ${name}, and no apt-get to install it with; set ${variable} to the path of one`;
  }
  say(`  ${category.padEnd(10)}installing ${name}, which takes a minute or two…`);
  try {
    await run([...asRoot, 'apt-get', 'update'], signal);
    await run([...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends', ...packages], signal);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return `${name} could not be installed: ${said.split('\n').at(-1) || String(error)}`;
  }
  return program.find() === undefined ? `${name} was installed but is not where it was expected` : undefined;
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
