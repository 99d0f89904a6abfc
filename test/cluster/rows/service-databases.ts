import { createDatabase } from '../parts/database.ts';
import { startSite } from '../site.ts';
import { expectSameProcesses } from './primary.ts';
import type { Row } from './row.ts';

const name = 'apart';
const services = ['merchant', 'accounts', 'social'] as const;

/** Runs the same load and checks with one database per service, through a switchover and a restart. */
export const databasePerService: Row = {
  name: 'a database for each service: switchover, restarted one by one',
  async openSite(cluster) {
    for (const database of [name, ...services.map((service) => `${name}_${service}`)])
      await createDatabase(cluster.database, database);
    // Four databases in the PostgreSQL that the machines of the other rows also use.
    return startSite(cluster, { database: name, apart: services, settings: { DATABASE_POOL: '4' } });
  },
  async play(stage) {
    const { cluster, site, load, expect, say } = stage;
    const pids = site.machines.map(({ pid }) => pid);
    await cluster.database.switchover();
    await cluster.database.untilWhole();
    expectSameProcesses(stage, pids);
    await load.untilWrites(20);
    say('restarting the machines');
    for (const machine of site.machines) {
      const code = await machine.stop();
      expect(code === 0, `${machine.name} ended with ${String(code)}`);
      await machine.start();
      while (!(await site.proxy.isUp(machine.name))) await load.untilWrites(1);
      await load.untilWrites(20);
    }
  },
};
