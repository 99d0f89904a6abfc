import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';

const run = promisify(execFile);

/**
 * The account that PostgreSQL runs under. PostgreSQL refuses to run as root, and only root can choose another account.
 */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Program, arguments and identity for a child process. */
export interface Command {
  readonly file: string;
  readonly args: string[];
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

export type CommandMaker = (file: string, args: string[]) => Command;

/** Chooses the account for PostgreSQL. Returns undefined if PostgreSQL can run under the account of this process. */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  // A cluster made by an ordinary account keeps its owner, so that this account can still use it.
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0)
    return { name: nameOf(owner.uid) ?? `with id ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  // `_postgres` is the account of macOS.
  const known = findAccount('postgres') ?? findAccount('_postgres');
  if (known !== undefined) return known;
  const flags = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  // useradd may be missing, or /etc may be read-only: then the account `nobody` is used.
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
 * Plans how to start programs under the account. If the data or the programs are below a directory that only root may
 * enter, the account gets one capability to pass it, instead of wider permissions on that directory.
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

  // dac_read_search gives access to directories, but does not allow to run a file.
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
    // Without this flag, access(2) ignores the capability, and initdb uses access(2) to find its programs.
    '--securebits=+no_setuid_fixup',
    '--',
  ];
  return (file, args) => ({ file: setpriv, args: [...prefix, file, ...args], identity: {} });
}

function withAncestors(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [...withAncestors(parent), directory];
}

/**
 * Returns true if the account may enter the directory or run the file. Supplementary groups are not considered, because
 * the account gets none.
 */
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

/** Returns the capabilities that this process has and may pass on. Empty on systems other than Linux. */
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
