import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

export interface Bundle {
  /** By file name: `frame.js`, one file for each screen, and their source maps. */
  readonly files: ReadonlyMap<string, string>;
  readonly worker: string;
}

/**
 * Bundles `start.ts`, the `screen.ts` of each folder and the service worker. Each round trip is slow on a phone, so
 * `frame.js` contains everything outside the folders of screens, and a screen needs one more file.
 */
export async function bundleApp(folder: string, hasSourceMaps: boolean): Promise<Bundle> {
  // Loaded here because most processes never serve the app.
  const { build, transform, stop } = await import('esbuild');
  const screens = globSync('*/screen.ts', { cwd: folder }).map((path) => dirname(path));
  const options = {
    charset: 'utf8',
    legalComments: 'none',
    minifyWhitespace: true,
    target: 'es2022',
  } as const;
  try {
    const [{ outputFiles }, worker] = await Promise.all([
      build({
        ...options,
        entryPoints: Object.fromEntries(screens.map((name) => [name, `./${name}/screen.ts`])),
        absWorkingDir: folder,
        outdir: folder,
        // A second chunk would have the same name, which esbuild rejects. This keeps all shared modules in one chunk.
        chunkNames: 'frame',
        bundle: true,
        // The same as in tsconfig.json, which esbuild ignores below node_modules.
        alias: { '@praca/client': join(folder, '../../packages/client', 'src/index.ts') },
        splitting: true,
        format: 'esm',
        minifySyntax: true,
        sourcemap: hasSourceMaps && 'linked',
        plugins: [oneFrame(folder, screens)],
        write: false,
        logLevel: 'silent',
      }),
      transform(await readFile(join(folder, 'worker/service-worker.ts')), { ...options, loader: 'ts' }),
    ]);
    const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
    return { files, worker: worker.code };
  } finally {
    // Otherwise esbuild's child process would live as long as this process.
    await stop();
  }
}

/** Makes every screen import the frame, so that esbuild puts the modules of the frame into one chunk. */
const oneFrame = (folder: string, screens: readonly string[]): Plugin => ({
  name: 'one-frame',
  setup({ onResolve, onLoad }) {
    const exclude = [...screens.map((name) => `${name}/**`), 'worker/**', '**/*.test.ts'];
    const shared = globSync('**/*.ts', { cwd: folder, exclude });
    const contents = ['start.ts', ...shared].map((path) => `import './${path}';`).join('\n');
    onResolve({ filter: /^frame$/ }, () => ({ path: 'frame', namespace: 'frame' }));
    onLoad({ filter: /./, namespace: 'frame' }, () => ({ contents, resolveDir: folder }));
    onLoad({ filter: /\/screen\.ts$/ }, async ({ path }) => ({
      contents: `import 'frame';${await readFile(path, 'utf8')}`,
      loader: 'ts',
    }));
  },
});
