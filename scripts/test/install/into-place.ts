import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Fills a temporary folder and renames it, so that the folder is always complete, even if two runs do this at once. */
export async function putIntoPlace(folder: string, fill: (aside: string) => Promise<void>): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}.`);
  try {
    await fill(aside);
    renameSync(aside, folder);
  } catch (error) {
    // A concurrent run has created it.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
