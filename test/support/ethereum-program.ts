import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder } from './node-cache.ts';

/** Anvil traces what contracts do and is made for one machine alone; EDR cannot, and is made for all. */
export type EthereumProgram = 'anvil' | 'edr';

const hasAnvil = process.platform === 'linux' && process.arch === 'x64';

/** Those that there are for this machine. */
export const ethereumPrograms: readonly EthereumProgram[] = hasAnvil ? ['anvil', 'edr'] : ['edr'];

const inside: Record<EthereumProgram, string> = {
  anvil: 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil',
  edr: 'node_modules/@nomicfoundation/edr/package.json',
};

export const ethereumProgram = (program: EthereumProgram): string =>
  join(installedFolder(program), inside[program]);

/** All of them, or nothing. */
export function findEthereumNodes(): readonly string[] | undefined {
  const paths = ethereumPrograms.map(ethereumProgram);
  return paths.every((path) => existsSync(path)) ? paths : undefined;
}
