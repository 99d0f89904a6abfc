import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const TIMEOUT_MS = 600_000;

/** Returns the command's output. Throws an error with the last line of stderr if it fails. */
export async function run(
  command: readonly string[],
  signal: AbortSignal,
  options: { readonly cwd?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const [program = '', ...parameters] = command;
  try {
    const { stdout } = await execute(program, parameters, {
      signal,
      timeout: TIMEOUT_MS,
      maxBuffer: 2 ** 26,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...options.environment },
    });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(said.split('\n').at(-1) || String(error), { cause: error });
  }
}
