import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitcoindFolder } from '../../../test/support/bitcoin-program.ts';
import { isProgram } from '../../../test/support/chromium.ts';
import { run } from './execute.ts';
import { putIntoPlace } from './into-place.ts';

const PACKAGE = 'bitcoin-knots';
/** Debian's unstable suite; stable releases have no bitcoind. */
const SUITE = 'sid';

/**
 * Unpacks Debian's bitcoind with its libraries into the cache. Changes nothing in the system and needs no root.
 * Downloads from the mirror that the machine uses for its own packages.
 */
export async function installBitcoind(signal: AbortSignal): Promise<void> {
  if (process.platform !== 'linux' || !isProgram('/usr/bin/apt-get')) throw new Error('there is no apt-get');
  await putIntoPlace(bitcoindFolder(), async (root) => {
    const apt = join(root, 'apt');
    for (const folder of ['lists/partial', 'cache/archives/partial', 'sources', 'packages']) {
      mkdirSync(join(apt, folder), { recursive: true });
    }
    const sources = readSources();
    writeFileSync(join(apt, 'sources', `debian.${sources.form}`), sources.text);
    const options = [
      'Dir::Etc::sourcelist=/dev/null',
      `Dir::Etc::sourceparts=${apt}/sources`,
      `Dir::State::lists=${apt}/lists`,
      `Dir::Cache=${apt}/cache`,
      'Acquire::Languages=none',
      // Without this option, apt run as root downloads as a user that cannot write here.
      'APT::Sandbox::User=root',
    ].flatMap((option) => ['-o', option]);
    await run(['apt-get', ...options, 'update'], signal);
    const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
    const depends = await run(
      ['apt-cache', ...options, 'depends', '--recurse', ...kinds.map((kind) => `--no-${kind}`), PACKAGE],
      signal,
    );
    const packages = join(apt, 'packages');
    await run(['apt-get', ...options, 'download', PACKAGE, ...listLibraries(depends)], signal, {
      cwd: packages,
    });
    for (const file of globSync('*.deb', { cwd: packages })) {
      await run(['dpkg-deb', '-x', join(packages, file), root], signal);
    }
    await run(['rm', '-r', apt, join(root, 'usr/share')], signal);
  });
}

/** Returns the libraries among the dependencies; the others are programs. */
export function listLibraries(depends: string): string[] {
  const names = depends.split('\n').filter((line) => /^(?:lib|gcc-)[a-z0-9.+-]+$/.test(line));
  return [...new Set(names)];
}

type Form = 'sources' | 'list';

function readSources(): { readonly form: Form; readonly text: string } {
  const folder = '/etc/apt/sources.list.d';
  const files: [Form, string[]][] = [
    ['sources', globSync(`${folder}/*.sources`)],
    ['list', [...globSync('/etc/apt/sources.list'), ...globSync(`${folder}/*.list`)]],
  ];
  for (const [form, paths] of files) {
    for (const path of paths) {
      const text = changeSuite(form, readFileSync(path, 'utf8'));
      if (text !== undefined) return { form, text };
    }
  }
  throw new Error('the machine has no mirror of Debian');
}

/** Returns the machine's own Debian source, with its mirror and keys, for another suite. */
export function changeSuite(form: Form, sources: string): string | undefined {
  if (form === 'list') {
    const line = /^(deb(?: \[[^\]]*\])? \S+\/debian\/?) /m.exec(sources);
    return line ? `${line[1]} ${SUITE} main\n` : undefined;
  }
  const stanza = sources.split(/\n\s*\n/).find((text) => /^URIs:.*\/debian\/?\s*$/m.test(text));
  if (stanza === undefined) return undefined;
  const changed = stanza
    .replace(/^Types:.*$/m, 'Types: deb')
    .replace(/^Suites:.*$/m, `Suites: ${SUITE}`)
    .replace(/^Components:.*$/m, 'Components: main');
  return `${changed.trim()}\n`;
}
