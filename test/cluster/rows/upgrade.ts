import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/process.ts';
import type { Cluster } from '../cluster.ts';
import { createDatabase, openNode } from '../parts/database.ts';
import { startSite } from '../site.ts';
import type { Row } from './row.ts';

function git(...words: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('git', ['-C', root, ...words], { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`git ${words[0]}: ${String(stderr).trim()}`);
  return stdout;
}

/** Returns the version before the newest migration, or undefined if there is none but the baselines. */
function findBefore(): string | undefined {
  const paths = [':(glob)src/*/migrations/*.sql', ':(exclude,glob)src/*/migrations/0001_create_baseline.sql'];
  if (git('ls-files', '--', ...paths).length === 0) return undefined;
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', ...paths)
    .toString()
    .trim();
  return `${newest}^`;
}

/** Checks out a revision and links the packages of this checkout. */
function checkOut(revision: string, folder: string, name: string): string {
  const checkout = join(folder, name);
  mkdirSync(checkout);
  const { status, stderr } = spawnSync('tar', ['-x', '-C', checkout], { input: git('archive', revision) });
  if (status !== 0) throw new Error(`tar: ${String(stderr).trim()}`);
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  return checkout;
}

const planted = '9999_add_planted_column.sql';

/** Makes a version with one additional migration, which changes a table that every sign-in reads and writes. */
function plantMigration(folder: string): void {
  const checkout = checkOut('HEAD', folder, 'planted');
  writeFileSync(
    join(checkout, 'src/social/migrations', planted),
    'alter table social.users add column planted text;\n',
  );
}

/**
 * Returns whether the planted migration was applied, and removes its record, because commands of this version refuse
 * it.
 */
async function takePlanted(cluster: Cluster): Promise<boolean> {
  const primary = await cluster.database.primary();
  const sql = openNode(primary.port, cluster.database.password, 'upgrade');
  try {
    const applied = await sql`delete from platform.migrations where name = ${planted} returning name`;
    return applied.length > 0;
  } finally {
    await sql.end();
  }
}

export const rollingUpgrade: Row = {
  name: 'rolling upgrade',
  mostFailed: 0,
  async openSite(cluster) {
    const before = cluster.before ?? findBefore();
    const checkout = before === undefined ? root : checkOut(before, cluster.folder, 'before');
    if (before === undefined) plantMigration(cluster.folder);
    await createDatabase(cluster.database, 'upgrade');
    return startSite(cluster, { database: 'upgrade', settings: {}, checkout });
  },
  async play({ cluster, site, load, expect, say }) {
    const withPlanted = join(cluster.folder, 'planted');
    const isPlanted = existsSync(withPlanted);
    for (const machine of site.machines) {
      const code = await machine.stop();
      expect(code === 0, `the old ${machine.name} ended with ${String(code)}`);
      await machine.start(isPlanted ? withPlanted : root);
      while (!(await site.proxy.isUp(machine.name))) await load.untilWrites(1);
      say(`${machine.name} is upgraded`);
      // Both versions run at once on tables of the new one.
      await load.untilWrites(40);
    }
    if (isPlanted) expect(await takePlanted(cluster), 'the planted migration was not applied');
  },
};
