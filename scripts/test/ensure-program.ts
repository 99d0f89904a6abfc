import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium, isProgram } from '../../test/support/chromium.ts';
import { findLitecoind } from '../../test/support/litecoin-program.ts';
import type { Kind } from './kinds.ts';

const execute = promisify(execFile);
const INSTALL_TIMEOUT_MS = 600_000;

/** What tests of a kind need beside the packages. */
interface Program {
  readonly name: string;
  /** Names another one of it. */
  readonly variable: string;
  readonly packages: readonly string[];
  find(): string | undefined;
}

const PROGRAMS: Partial<Record<Kind, Program>> = {
  browser: {
    name: 'Chromium',
    variable: 'CHROMIUM',
    packages: ['chromium', 'fonts-dejavu-core'],
    find: findChromium,
  },
  litecoin: { name: 'litecoind', variable: 'LITECOIND', packages: ['litecoind'], find: findLitecoind },
};

/** Has what a kind needs, installing it where that is possible; otherwise says why it cannot be had. */
export async function ensureProgram(
  kind: Kind,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const program = PROGRAMS[kind];
  if (program === undefined || program.find() !== undefined) return undefined;
  const { name, variable, packages } = program;
  const named = process.env[variable];
  if (named) return `${variable} names ${named}, which is no program`;
  if (!isProgram('/usr/bin/apt-get'))
    return `there is no ${name}, and no apt-get to install it with; set ${variable} to the path of one`;
  say(`  ${kind.padEnd(10)}installing ${name}, which takes a minute or two…`);
  try {
    await runAsRoot(['apt-get', 'update'], signal);
    await runAsRoot(['apt-get', 'install', '-y', '--no-install-recommends', ...packages], signal);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const reason = said.split('\n').at(-1) || String(error);
    return `there is no ${name}, and apt-get could not install it (${reason}); set ${variable} to the path of one`;
  }
  return program.find() === undefined ? `${name} was installed but is not where it was expected` : undefined;
}

async function runAsRoot(command: readonly string[], signal: AbortSignal): Promise<void> {
  const [program = '', ...parameters] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  await execute(program, parameters, {
    signal,
    timeout: INSTALL_TIMEOUT_MS,
    maxBuffer: 2 ** 26,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
