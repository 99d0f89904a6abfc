import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder } from './node-cache.ts';

/** Anvil can trace contract calls but exists for one platform only. EDR cannot trace and exists for all. */
export type EthereumProgram = 'anvil' | 'edr';

const hasAnvil = process.platform === 'linux' && process.arch === 'x64';

export const ethereumPrograms: readonly EthereumProgram[] = hasAnvil ? ['anvil', 'edr'] : ['edr'];

const inside: Record<EthereumProgram, string> = {
  anvil: 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil',
  edr: 'node_modules/@nomicfoundation/edr/package.json',
};

export const ethereumProgram = (program: EthereumProgram): string =>
  join(installedFolder(program), inside[program]);

/** Returns the paths of all programs, or undefined if one is missing. */
export function findEthereumNodes(): readonly string[] | undefined {
  const paths = ethereumPrograms.map(ethereumProgram);
  return paths.every((path) => existsSync(path)) ? paths : undefined;
}
