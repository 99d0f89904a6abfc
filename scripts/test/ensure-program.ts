import { findBitcoind } from '../../test/support/bitcoin-program.ts';
import { findCashNode } from '../../test/support/bitcoin-cash-program.ts';
import { findChromium } from '../../test/support/chromium.ts';
import { ethereumPrograms, findEthereumNodes } from '../../test/support/ethereum-program.ts';
import { findLitecoind } from '../../test/support/litecoin-program.ts';
import { findClusterPrograms } from '../../test/cluster/parts/programs.ts';
import { deployPackages, findDeployPrograms } from '../../test/deploy/programs.ts';
import { installBitcoind } from './install/bitcoind.ts';
import { installPackages } from './install/debian-packages.ts';
import { installFromNpm } from './install/npm-packages.ts';
import type { Kind } from './kinds.ts';

/** External program that tests of a kind need. */
interface Program {
  readonly name: string;
  /** Environment variable that names another binary of the program. */
  readonly variable?: string;
  find(): unknown;
  /**
   * Installs the program, or throws the reason. Omitted if a test run must not install it; then `advice` says how to.
   */
  readonly install?: (signal: AbortSignal) => Promise<void>;
  readonly advice?: string;
}

const PROGRAMS: Partial<Record<Kind, Program>> = {
  browser: {
    name: 'Chromium',
    variable: 'CHROMIUM',
    find: findChromium,
    async install(signal) {
      await installPackages(['chromium', 'fonts-dejavu-core'], signal);
      // Faster, but not available everywhere.
      await installPackages(['chromium-headless-shell'], signal).catch(() => {});
    },
  },
  litecoin: {
    name: 'litecoind',
    variable: 'LITECOIND',
    find: findLitecoind,
    install: (signal) => installPackages(['litecoind'], signal),
  },
  bitcoin: { name: 'bitcoind', variable: 'BITCOIND', find: findBitcoind, install: installBitcoind },
  'bitcoin-cash': {
    name: 'bcash',
    find: findCashNode,
    install: (signal) => installFromNpm('bitcoin-cash', signal),
  },
  ethereum: {
    name: `an Ethereum node (${ethereumPrograms.join(', ')})`,
    find: findEthereumNodes,
    async install(signal) {
      for (const program of ethereumPrograms) await installFromNpm(program, signal);
    },
  },
  deploy: {
    name: 'nginx, promtool or systemd-analyze',
    find: findDeployPrograms,
    install: (signal) => installPackages(deployPackages, signal, { startServices: false }),
  },
  cluster: {
    name: 'cluster (Patroni, etcd, HAProxy, NATS, PgBouncer and PostgreSQL on this machine)',
    find: findClusterPrograms,
    advice: '"npm run test:cluster" installs it',
  },
};

/** Ensures that a kind's program is installed. Returns the reason if that is impossible. */
export async function ensureProgram(
  kind: Kind,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const program = PROGRAMS[kind];
  if (program === undefined || program.find() !== undefined) return undefined;
  const { name, variable } = program;
  const named = variable === undefined ? undefined : process.env[variable];
  if (named) return `${variable} names ${named}, which is no program`;
  if (!program.install) return `there is no ${name}; ${program.advice}`;
  say(`  ${kind.padEnd(14)}installing ${name}, which takes a minute or two…`);
  try {
    await program.install(signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const instead = variable === undefined ? '' : `; set ${variable} to the path of one`;
    return `there is no ${name}, and it could not be installed (${reason})${instead}`;
  }
  return program.find() === undefined ? `${name} was installed but is not where it was expected` : undefined;
}
