import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { changeSuite, listLibraries } from './bitcoind.ts';
import { run } from './execute.ts';
import { putIntoPlace } from './into-place.ts';

const { signal } = new AbortController();

test('keeps the mirror and the keys of a source and changes the suite', () => {
  const stanzas = `Types: deb\nURIs: http://mirror.example/debian-security\nSuites: bookworm-security\n
Types: deb deb-src\nURIs: http://mirror.example/debian/\nSuites: bookworm bookworm-updates
Components: main contrib\nSigned-By: /usr/share/keyrings/debian.gpg\n`;
  assert.equal(
    changeSuite('sources', stanzas),
    'Types: deb\nURIs: http://mirror.example/debian/\nSuites: sid\nComponents: main\nSigned-By: /usr/share/keyrings/debian.gpg\n',
  );
  const lines =
    'deb https://other.example/tool stable main\ndeb [signed-by=/key.gpg] http://mirror.example/debian bookworm main\n';
  assert.equal(
    changeSuite('list', lines),
    'deb [signed-by=/key.gpg] http://mirror.example/debian sid main\n',
  );
  assert.equal(changeSuite('list', 'deb http://archive.ubuntu.com/ubuntu noble main\n'), undefined);
  assert.equal(changeSuite('sources', ''), undefined);
});

test('fetches only the libraries that a package needs, each once', () => {
  const depends =
    'bitcoin-knots\n  Depends: libc6\nlibc6\n  Depends: gcc-14-base\ngcc-14-base\nlibc6\n<debconf>\nadduser\n';
  assert.deepEqual(listLibraries(depends), ['libc6', 'gcc-14-base']);
});

test('fills a folder completely or not at all, and a second run keeps the existing folder', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'praca-cache-'));
  const folder = join(cache, 'below', 'node');
  const fill = (text: string) => async (aside: string) => writeFileSync(join(aside, text), text);
  try {
    await assert.rejects(
      putIntoPlace(folder, async (aside) => {
        mkdirSync(join(aside, 'half'));
        throw new Error('no network');
      }),
      /no network/,
    );
    assert.deepEqual(readdirSync(join(cache, 'below')), []);
    await putIntoPlace(folder, fill('first'));
    await putIntoPlace(folder, fill('second'));
    assert.deepEqual(readdirSync(join(cache, 'below')), ['node']);
    assert.deepEqual(readdirSync(folder), ['first']);
  } finally {
    rmSync(cache, { recursive: true });
  }
});

test('a failed command reports its last line of output', async () => {
  await assert.rejects(run(['sh', '-c', 'echo begun >&2; echo E: no network >&2; exit 100'], signal), {
    message: 'E: no network',
  });
  await assert.rejects(run(['no-such-program-anywhere'], signal), /ENOENT/);
});
