/** Builds packages/client/dist, from which the package is packed and installed; npm runs it by its script `prepare`. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const client = join(root, 'packages', 'client');

// What an older build left would be packed along.
rmSync(join(client, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', '.bin', 'tsc'), '-p', client], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
