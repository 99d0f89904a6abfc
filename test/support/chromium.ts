import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser to test with: the one that `CHROMIUM` names, else one that is installed. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment['CHROMIUM'];
  if (named) return isProgram(named) ? named : undefined;
  const directories = new Set(['/usr/bin', ...(environment['PATH'] ?? '').split(delimiter)]);
  return [...directories].flatMap((directory) => NAMES.map((name) => join(directory, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
