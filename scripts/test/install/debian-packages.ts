import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isProgram } from '../../../test/support/chromium.ts';
import { run } from './execute.ts';

export interface InstallOptions {
  /** Debian starts the services that it installs unless this is false. */
  readonly startServices?: boolean;
}

/** Debian packages run this script before they start a service. Exit status 101 forbids it. */
const policyFile = '/usr/sbin/policy-rc.d';

/** Installs system packages as root. Installed packages keep their version. */
export async function installPackages(
  packages: readonly string[],
  signal: AbortSignal,
  { startServices = true }: InstallOptions = {},
): Promise<void> {
  if (!isProgram('/usr/bin/apt-get')) throw new Error('there is no apt-get');
  if (!(await mayActAsRoot(signal)))
    throw new Error(`only root may: run "apt-get install ${packages.join(' ')}" as root`);
  await runAsRoot(['apt-get', 'update'], signal);
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', '--no-upgrade', ...packages];
  if (startServices || existsSync(policyFile)) return void (await runAsRoot(install, signal));
  await forbidStarting(signal);
  try {
    await runAsRoot(install, signal);
  } finally {
    await runAsRoot(['rm', '-f', policyFile], signal);
  }
}

async function forbidStarting(signal: AbortSignal): Promise<void> {
  const folder = mkdtempSync('/tmp/praca-policy-');
  try {
    writeFileSync(`${folder}/policy`, '#!/bin/sh\nexit 101\n');
    await runAsRoot(['install', '-m', '755', `${folder}/policy`, policyFile], signal);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isRoot = (): boolean => process.getuid?.() === 0;

const runAsRoot = (command: readonly string[], signal: AbortSignal): Promise<string> =>
  run(isRoot() ? command : ['sudo', '-n', ...command], signal);

/** Returns false for an ordinary user if sudo is missing, forbidden, or asks for a password. */
const mayActAsRoot = async (signal: AbortSignal): Promise<boolean> =>
  isRoot() ||
  run(['sudo', '-n', 'true'], signal).then(
    () => true,
    () => false,
  );
