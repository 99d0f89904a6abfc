import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { bundleApp, type Bundle } from './bundle-app.ts';

const modules = {
  'start.ts': `import { greet } from './parts/greet.ts';\nexport const said: string = greet('frame');\nObject.assign(globalThis, { starts: 1 + ((globalThis as { starts?: number }).starts ?? 0), show: () => import('./chat/screen.ts') });\n`,
  'parts/greet.ts': `import { sign as mark } from './sign.ts';\nexport { sign } from './sign.ts';\n/** why */\nexport const greet = (name: string): string => name + mark;\n`,
  'parts/sign.ts': `export const sign = '!';\n`,
  'parts/rare.ts': `import { said } from '../start.ts';\nexport class Rare { said = said; }\n`,
  'chat/screen.ts': `import { Rare } from '../parts/rare.ts';\nimport { sign } from '../parts/greet.ts';\nimport { text } from './text.ts';\nexport const Screen = [text, sign, new Rare().said];\n`,
  'chat/text.ts':
    'export const text = `chat\n// not a comment\nimport x from "y";\n  export class Z {}\n/* nor this */\n`;\n',
  'me/screen.ts': `export const Screen = 'me';\n`,
  'worker/service-worker.ts': `declare const version: string;\nconst shell: string = version;\n`,
};

async function bundle(
  context: TestContext,
  files: Record<string, string>,
  hasSourceMaps = false,
): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'praca-bundle-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return bundleApp(folder, hasSourceMaps);
}

test('the bundled frame and screens behave like the modules, and text literals stay unchanged', async (context) => {
  const { files, worker } = await bundle(context, modules);
  assert.deepEqual([...files.keys()].toSorted(), ['chat.js', 'frame.js', 'me.js']);
  assert.match(files.get('chat.js') ?? '', /not a comment/);
  assert.doesNotMatch(files.get('frame.js') ?? '', /not a comment|why|sourceMapping/);
  assert.match(worker, /^const shell=version;?$/m);
  const folder = mkdtempSync(join(tmpdir(), 'praca-bundled-'));
  context.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  await import(join(folder, 'frame.js'));
  const { show } = globalThis as unknown as { show(): Promise<{ Screen: unknown }> };
  assert.deepEqual((await show()).Screen, [
    'chat\n// not a comment\nimport x from "y";\n  export class Z {}\n/* nor this */\n',
    '!',
    'frame!',
  ]);
  assert.equal((globalThis as unknown as { starts: number }).starts, 1);
});

test('source maps contain the original sources', async (context) => {
  const { files } = await bundle(context, modules, true);
  assert.match(files.get('chat.js') ?? '', /\/\/# sourceMappingURL=chat\.js\.map\n$/);
  const { sources, sourcesContent } = JSON.parse(files.get('chat.js.map') ?? '') as Record<string, string[]>;
  assert.equal(sourcesContent?.[sources?.indexOf('chat/text.ts') ?? -1], modules['chat/text.ts']);
});

test('a module that cannot be bundled is refused with its file and line', async (context) => {
  await assert.rejects(
    bundle(context, { ...modules, 'parts/greet.ts': `import { sign } from './nothing.ts';\nsign();\n` }),
    /parts\/greet\.ts:1:21: ERROR: Could not resolve "\.\/nothing\.ts"/,
  );
});
