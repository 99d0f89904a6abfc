import { isProgram } from '../support/chromium.ts';

/** Packages of Debian with the programs that run or check the files of `deploy/`. */
export const deployPackages = ['nginx-light', 'prometheus', 'systemd'] as const;

export interface DeployPrograms {
  readonly nginx: string;
  readonly promtool: string;
  readonly systemdAnalyze: string;
}

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** Returns the path of a program, or undefined if this machine does not have it. */
export const findProgram = (name: string): string | undefined =>
  folders.map((folder) => `${folder}/${name}`).find(isProgram);

/** Returns undefined if a program is missing. */
export function findDeployPrograms(): DeployPrograms | undefined {
  const nginx = findProgram('nginx');
  const promtool = findProgram('promtool');
  const systemdAnalyze = findProgram('systemd-analyze');
  return nginx && promtool && systemdAnalyze ? { nginx, promtool, systemdAnalyze } : undefined;
}

/** For tests of the kind `deploy`, which run only where the programs are. */
export function needDeployPrograms(): DeployPrograms {
  const programs = findDeployPrograms();
  if (!programs) throw new Error(`install ${deployPackages.join(', ')}`);
  return programs;
}
