import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** macOS has them elsewhere. */
const APPLICATIONS = ['Chromium', 'Google Chrome'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** The browser to test with: the one that `CHROMIUM` names, else one that is installed. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment['CHROMIUM'];
  if (named) return isProgram(named) ? named : undefined;
  const directories = new Set(['/usr/bin', ...(environment['PATH'] ?? '').split(delimiter)]);
  const installed = [...directories].flatMap((directory) => NAMES.map((name) => join(directory, name)));
  return [...installed, ...APPLICATIONS].find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
