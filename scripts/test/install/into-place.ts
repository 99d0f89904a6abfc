import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Fills a folder aside and then gives it its name at once: what is there is whole, also where two runs do the same. */
export async function putIntoPlace(folder: string, fill: (aside: string) => Promise<void>): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}.`);
  try {
    await fill(aside);
    renameSync(aside, folder);
  } catch (error) {
    // Another run may have been quicker.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
