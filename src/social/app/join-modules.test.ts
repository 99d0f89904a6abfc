import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinModules } from './join-modules.ts';

const joined = (files: Record<string, string>): Map<string, string> =>
  joinModules(
    {
      read: (path) => files[path] ?? assert.fail(`${path} is not there`),
      resolvePackage: (name) => `/packages/${name}.mjs`,
    },
    'app/start.ts',
  );

const app = {
  'app/start.ts': `import { greet } from './parts/greet.ts';\nimport whole from 'tag';\nexport const said = [greet('frame'), whole(1)];\nglobalThis.shown = () => import('./chat/screen.ts');\n`,
  'app/parts/greet.ts': `import { sign as mark } from './sign.ts';\nexport { sign } from './sign.ts';\nexport function greet(name) {\n  // why\n  return name + mark;\n}\nexport async function* later() {}\n`,
  'app/parts/sign.ts': `const sign = '!';\nexport { sign };\n`,
  'app/parts/rare.ts': `import { said } from '../start.ts';\nexport class Rare { said = said; }\n`,
  'app/chat/screen.ts': `import { Rare } from '../parts/rare.ts';\nimport { sign } from '../parts/greet.ts';\nimport { text } from './text.ts';\nexport const Screen = [text, sign, new Rare().said];\n`,
  'app/chat/text.ts': `export const text = 'chat';\n`,
  '/packages/tag.mjs': `var n=1;export default function(s){return s+n}\n//# sourceMappingURL=x\n`,
};

test('a frame, and a file for each screen, behave as the modules did', async () => {
  const files = joined(app);
  assert.deepEqual([...files.keys()], ['frame.js', 'chat.js']);
  assert.match(files.get('chat.js') ?? '', /'chat'/);
  assert.doesNotMatch(files.get('frame.js') ?? '', /'chat'|why|sourceMapping/);
  const folder = mkdtempSync(join(tmpdir(), 'praca-joined-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  await import(join(folder, 'frame.js'));
  const { shown } = globalThis as unknown as { shown(): Promise<{ Screen: unknown }> };
  assert.deepEqual((await shown()).Screen, ['chat', '!', ['frame!', 2]]);
});

test('what cannot be joined is refused with its place, not served broken', () => {
  for (const line of [
    'export let count = 0;',
    `export * from './sign.ts';`,
    `import * as all from './sign.ts';`,
    'const answer = await fetch("/");',
    'await (later);',
  ]) {
    assert.throws(
      () => joined({ ...app, 'app/parts/greet.ts': `${line}\n` }),
      /app\/parts\/greet\.ts cannot be joined/,
      line,
    );
  }
  assert.throws(
    () => joined({ ...app, 'app/parts/sign.ts': `import { greet } from './greet.ts';\n` }),
    /in a circle/,
  );
});
