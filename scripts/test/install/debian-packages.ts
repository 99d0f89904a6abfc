import { isProgram } from '../../../test/support/chromium.ts';
import { run } from './execute.ts';

/** Into the system, as root. */
export async function installPackages(packages: readonly string[], signal: AbortSignal): Promise<void> {
  if (!isProgram('/usr/bin/apt-get')) throw new Error('there is no apt-get');
  await runAsRoot(['apt-get', 'update'], signal);
  await runAsRoot(['apt-get', 'install', '-y', '--no-install-recommends', ...packages], signal);
}

const runAsRoot = (command: readonly string[], signal: AbortSignal): Promise<string> =>
  run(process.getuid?.() === 0 ? command : ['sudo', '-n', ...command], signal);
