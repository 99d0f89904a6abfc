import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/process.ts';
import { createDatabase } from '../parts/database.ts';
import { startSite } from '../site.ts';
import type { Row } from './row.ts';

function git(...words: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('git', ['-C', root, ...words], { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`git ${words[0]}: ${String(stderr).trim()}`);
  return stdout;
}

/** The version before the newest migration: there is always one to go through. */
function findBefore(): string {
  const newest = git('log', '-1', '--format=%H', '--', ':(glob)src/*/migrations/*.sql').toString().trim();
  return `${newest}^`;
}

/** Its files, with the packages of this one. */
function checkOut(revision: string, folder: string): string {
  const checkout = join(folder, 'before');
  mkdirSync(checkout);
  const { status, stderr } = spawnSync('tar', ['-x', '-C', checkout], { input: git('archive', revision) });
  if (status !== 0) throw new Error(`tar: ${String(stderr).trim()}`);
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  return checkout;
}

export const rollingUpgrade: Row = {
  name: 'rolling upgrade',
  mostFailed: 0,
  async openSite(cluster) {
    const checkout = checkOut(cluster.before ?? findBefore(), cluster.folder);
    await createDatabase(cluster.database, 'upgrade');
    return startSite(cluster, { database: 'upgrade', settings: {}, checkout });
  },
  async play({ site, load, expect, say }) {
    for (const machine of site.machines) {
      const code = await machine.stop();
      expect(code === 0, `the old ${machine.name} ended with ${String(code)}`);
      await machine.start();
      while (!(await site.proxy.isUp(machine.name))) await load.untilWrites(1);
      say(`${machine.name} is of this version`);
      // Both versions beside each other, on tables of the new one.
      await load.untilWrites(40);
    }
  },
};
