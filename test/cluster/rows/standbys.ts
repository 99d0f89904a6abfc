import { setTimeout as sleep } from 'node:timers/promises';
import { followPrimary } from '../parts/haproxy.ts';
import { seconds, type Row } from './row.ts';

export const standbyLost: Row = {
  name: 'synchronous standby lost',
  mostFailed: 0,
  async play({ cluster, load }) {
    const standby = await cluster.database.synchronousStandby();
    await standby.kill();
    await load.untilWrites(30);
    await standby.start();
    await cluster.database.untilWhole();
  },
};

const etcdAwayMs = 30_000;

export const etcdAway: Row = {
  name: 'etcd away',
  mostFailed: 0,
  async play({ cluster }) {
    await cluster.etcd.kill();
    await sleep(etcdAwayMs);
    await cluster.etcd.start();
    await cluster.database.untilWhole();
  },
};

const ledAstrayMs = 5000;
/** Both proxies check every second, and clients retry after one second. */
const mostAfterMs = 10_000;

/** A proxy that just started assumes that every server is up and may lead to a standby. */
export const ledToStandby: Row = {
  name: 'led to a standby',
  async play({ cluster, site, load, expect }) {
    const standby = await cluster.database.synchronousStandby();
    await cluster.databaseProxy.restart(followPrimary(cluster.database.nodes, { only: standby }));
    await sleep(ledAstrayMs);
    for (const machine of site.machines) {
      expect(!(await machine.isReady()), `${machine.name} reports ready on a standby`);
      expect(/is a standby/.test(machine.log()), `${machine.name} does not log the standby`);
    }
    await cluster.databaseProxy.restart(followPrimary(cluster.database.nodes));
    const backMs = performance.now();
    await load.untilWrites(20);
    const first = load.journal.firstAfter(backMs) ?? Infinity;
    expect(
      first - backMs <= mostAfterMs,
      `no write for ${seconds(first - backMs)} after the proxy was correct again`,
    );
  },
};
