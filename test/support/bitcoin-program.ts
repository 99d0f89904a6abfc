import { join } from 'node:path';
import { isProgram } from './chromium.ts';
import { nodeCache } from './node-cache.ts';

/** The folder with Debian's newest bitcoind, unpacked outside the system with its libraries. */
export const bitcoindFolder = (): string => join(nodeCache(), 'bitcoind');

/** The library folder and the loader in it, by Debian's names for this machine. */
const DEBIAN: Partial<Record<string, readonly [triplet: string, loader: string]>> = {
  x64: ['x86_64-linux-gnu', 'ld-linux-x86-64.so.2'],
  arm64: ['aarch64-linux-gnu', 'ld-linux-aarch64.so.1'],
};

/**
 * Returns the first arguments of the command line: the node in `BITCOIND`, or else the one that the test runner
 * unpacked.
 */
export function findBitcoind(environment: NodeJS.ProcessEnv = process.env): string[] | undefined {
  const named = environment['BITCOIND'];
  if (named) return isProgram(named) ? [named] : undefined;
  const [triplet, loader] = DEBIAN[process.arch] ?? [];
  if (process.platform !== 'linux' || triplet === undefined || loader === undefined) return undefined;
  const libraries = join(bitcoindFolder(), 'usr/lib', triplet);
  const program = join(bitcoindFolder(), 'usr/bin/bitcoind');
  // The system's loader and libraries may be older than the program needs.
  return isProgram(program) ? [join(libraries, loader), '--library-path', libraries, program] : undefined;
}
