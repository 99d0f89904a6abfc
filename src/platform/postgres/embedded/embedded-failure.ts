import { StartError } from '../../start-error.ts';

/** Returns the code of a system error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FORBIDDEN = new Set(['EACCES', 'EPERM']);

/** Runs file operations on the path and turns errors that an administrator can fix into a StartError. */
export async function explainingFileErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainFileError(path, error);
  }
}

function explainFileError(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof StartError || code === undefined) return error;
  if (FULL.has(code)) return diskFull(path);
  const where = error instanceof Error && 'path' in error ? String(error.path) : path;
  if (code === 'EROFS')
    return new StartError(
      `${path} is on a file system that is mounted read-only: set DATA_DIR to a directory that can be written.`,
    );
  if (FORBIDDEN.has(code))
    return new StartError(
      `${where} cannot be used by this account (${code}): give it to the account that runs Praça, or set DATA_DIR to another directory.`,
    );
  if (code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir')
    return new StartError(
      `${where} cannot be made (${code}): set DATA_DIR to a directory that can be written.`,
    );
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartError(
      `${where} is not a directory (${code}): remove it, or set DATA_DIR to another directory.`,
    );
  return error;
}

function diskFull(path: string): StartError {
  return new StartError(`The disk that holds ${path} is full: free some space, then start again.`);
}

/** Turns the last output of a failed PostgreSQL into a one-sentence StartError. */
export function explainOutput(what: string, directory: string, output: string): StartError {
  const reason = lastComplaint(output).replace(/\.$/, '');
  // Exhausted shared memory has the same message as a full disk.
  if (
    /^(?!.*shared memory).*(No space left on device|Disk quota exceeded|Check free disk space)/m.test(output)
  )
    return diskFull(directory);
  const nameless = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  if (nameless !== undefined)
    return new StartError(
      `PostgreSQL cannot run as the account with id ${nameless}, which has no name: add it to /etc/passwd, or set DATABASE_URL to a PostgreSQL server.`,
    );
  return new StartError(`${what} on ${directory}: ${reason === '' ? 'it gave no reason' : reason}.`);
}

function lastComplaint(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const complaint = lines.findLastIndex((line) => /\b(FATAL|PANIC|error): /.test(line));
  if (complaint === -1) return lines.at(-1) ?? '';
  const detail = lines
    .slice(complaint + 1, complaint + 3)
    .filter((line) => /\b(DETAIL|detail): /.test(line))
    .map((line) => line.replace(/^.*?\b(DETAIL|detail):\s*/, ''));
  const message = (lines[complaint] ?? '').replace(/^.*?\b(FATAL|PANIC|error):\s*/, '');
  return [message, ...detail].join('; ');
}
