/** Builds packages/client/dist, which the npm package contains. npm runs this as the package's `prepare` script. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const client = join(root, 'packages', 'client');

// Removes files of an older build, which would be packed too.
rmSync(join(client, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', '.bin', 'tsc'), '-p', client], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
