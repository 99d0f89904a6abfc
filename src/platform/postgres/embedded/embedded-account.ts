import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';

const run = promisify(execFile);

/** Who PostgreSQL runs as. It refuses root, and root alone may choose somebody else. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** How to start a program under the account. */
export interface Command {
  readonly file: string;
  readonly args: string[];
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

export type CommandMaker = (file: string, args: string[]) => Command;

/** Undefined when PostgreSQL can run as this very process does. */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  // A cluster that an ordinary account made stays with it, so that this account can go on using it.
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0)
    return { name: nameOf(owner.uid) ?? `with id ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  // The second one is macOS's own.
  const known = findAccount('postgres') ?? findAccount('_postgres');
  if (known !== undefined) return known;
  const flags = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  // It may be missing, or /etc may be read-only: the next account will do.
  await run('useradd', [...flags, 'postgres']).catch(() => undefined);
  const account = findAccount('postgres') ?? findAccount('nobody');
  if (account === undefined)
    throw new StartError(
      'PostgreSQL refuses to run as root and there is no account "postgres": start Praça as another account than root, or create that one (on Linux with "useradd --system postgres"), then start again.',
    );
  return account;
}

function accounts(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function findAccount(name: string): Account | undefined {
  return accounts().find((account) => account.name === name && account.uid > 0);
}

function nameOf(uid: number): string | undefined {
  return accounts().find((account) => account.uid === uid)?.name;
}

/**
 * The account must reach its data and the programs, yet a checkout may lie below a directory that only root may enter.
 * Then the account gets the one capability that lets it pass, rather than wider permissions on somebody's directories.
 */
export function planCommands(
  account: Account | undefined,
  reached: { readonly directories: string[]; readonly programs: string[] },
  ownStatus = '/proc/self/status',
): CommandMaker {
  if (account === undefined) return (file, args) => ({ file, args, identity: {} });
  const { uid, gid } = account;
  const closed = [...reached.directories, ...reached.programs.map(dirname)]
    .flatMap(withAncestors)
    .find((directory) => !may(account, directory));
  const locked = reached.programs.find((program) => !may(account, program));
  if (closed === undefined && locked === undefined)
    return (file, args) => ({ file, args, identity: { uid, gid } });

  // The narrower one opens directories, but does not let a file run.
  const candidates = locked === undefined ? ['dac_read_search', 'dac_override'] : ['dac_override'];
  const held = readCapabilities(ownStatus);
  const capability = held.has('setpcap') ? candidates.find((candidate) => held.has(candidate)) : undefined;
  const setpriv = findProgram('setpriv');
  if (capability === undefined || setpriv === undefined) {
    const obstacle = closed ?? locked;
    throw new StartError(
      `PostgreSQL runs as the account ${account.name}, which may not pass ${obstacle}: run "chmod o+x ${obstacle}", or keep Praça and its DATA_DIR elsewhere.`,
    );
  }
  const only = `-all,+${capability}`;
  const prefix = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    // Without it access(2), by which initdb looks for its programs, leaves the capability out of account.
    '--securebits=+no_setuid_fixup',
    '--',
  ];
  return (file, args) => ({ file: setpriv, args: [...prefix, file, ...args], identity: {} });
}

function withAncestors(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [...withAncestors(parent), directory];
}

/** Whether the account may enter the directory, or run the file; it has no groups but its own. */
function may(account: Account, path: string): boolean {
  const { mode, uid, gid } = statSync(path);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

const CAPABILITY_BITS: Record<string, bigint> = {
  dac_override: 1n << 1n,
  dac_read_search: 1n << 2n,
  setpcap: 1n << 8n,
};

/** What this process has and may hand on. Only Linux has capabilities, and says so. */
function readCapabilities(ownStatus: string): Set<string> {
  const status = existsSync(ownStatus) ? readFileSync(ownStatus, 'utf8') : '';
  const masks = ['CapPrm', 'CapBnd'].map((field) =>
    BigInt(`0x${new RegExp(`^${field}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1] ?? '0'}`),
  );
  const names = Object.entries(CAPABILITY_BITS)
    .filter(([, bit]) => masks.every((mask) => (mask & bit) !== 0n))
    .map(([name]) => name);
  return new Set(names);
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
  return folders
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
