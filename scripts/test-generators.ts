/**
 * Generates clients from the OpenAPI documents with three public generators, and compiles them. The generators are not
 * packages of the repository: they bring 300 others, and one of them another TypeScript.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../test/support/free-port.ts';
import { removeDirectory, root, startPraca, temporaryDirectory } from '../test/support/process.ts';

const services = ['merchant', 'accounts', 'social'];
const described = join(root, 'scripts', 'generators');
const place = join(root, 'node_modules', '.cache', 'praca-generators');
const made = join(place, 'made');

const run = (program: string, parameters: readonly string[]): void => {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { cwd: place, encoding: 'utf8' });
  if (status !== 0) throw new Error([parameters.join(' '), stdout, stderr, error?.message].join('\n'));
};
const generate = (name: string, ...parameters: string[]): void =>
  run(process.execPath, [join('node_modules', '.bin', name), ...parameters]);

function install(): void {
  const isSame = (file: string): boolean =>
    existsSync(join(place, file)) &&
    readFileSync(join(place, file)).equals(readFileSync(join(described, file)));
  const files = ['package.json', 'package-lock.json'];
  if (files.every(isSame) && existsSync(join(place, 'node_modules'))) return;
  mkdirSync(place, { recursive: true });
  // The lock file comes last, so that an interrupted installation is repeated.
  rmSync(join(place, 'node_modules'), { recursive: true, force: true });
  for (const file of files) copyFileSync(join(described, file), join(place, file));
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}

async function readDocuments(): Promise<void> {
  const directory = temporaryDirectory();
  const { url, stop } = await startPraca({
    DATA_DIR: join(directory, 'data'),
    PORT: String(await freePort()),
  });
  try {
    for (const service of services) {
      const response = await fetch(`${url}/${service}/openapi.json`);
      writeFileSync(join(place, `${service}.json`), await response.text());
    }
  } finally {
    await stop();
    await removeDirectory(directory);
  }
}

install();
await readDocuments();
rmSync(made, { recursive: true, force: true });
mkdirSync(made);
for (const service of services) {
  const input = `${service}.json`;
  generate('openapi-typescript', input, '-o', join(made, `${service}-types.ts`));
  generate('openapi-ts', '-i', input, '-o', join(made, service));
  generate('orval', '--input', input, '--output', join(made, `${service}-orval.ts`), '--client', 'fetch');
}
const compilerOptions = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};
writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['made'] }));
run(process.execPath, [join(root, 'node_modules', '.bin', 'tsc'), '-p', place, '--pretty', 'false']);
console.log(
  'The code of openapi-typescript, @hey-api/openapi-ts and orval compiles for all three documents.',
);
