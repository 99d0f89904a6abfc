import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];
const LEAN = ['chromium-headless-shell'];
/** Paths on macOS. */
const APPLICATIONS = ['Chromium', 'Google Chrome'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** Returns the browser for tests: the one in `CHROMIUM`, or else an installed one. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment['CHROMIUM'];
  if (named) return isProgram(named) ? named : undefined;
  return [...placesOf(WHOLE, environment), ...APPLICATIONS].find(isProgram);
}

/**
 * Returns a headless Chromium, which uses a third less processor time. It cannot show notifications or install apps.
 */
export function findLeanChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment['CHROMIUM'] ? undefined : placesOf(LEAN, environment).find(isProgram);
}

function placesOf(names: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  const directories = new Set(['/usr/bin', ...(environment['PATH'] ?? '').split(delimiter)]);
  return [...directories].flatMap((directory) => names.map((name) => join(directory, name)));
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
