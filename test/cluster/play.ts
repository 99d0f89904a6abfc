import type { ServiceName } from '../../src/platform/platform.settings.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { Cluster } from './cluster.ts';
import { startLoad, type Load } from './load/load.ts';
import { receiveWebhooks, type Hooks } from './load/webhooks.ts';
import { openNode } from './parts/database.ts';
import { followPrimary } from './parts/haproxy.ts';
import { seconds, type Row } from './rows/row.ts';
import type { Site } from './site.ts';
import { verify } from './verify.ts';

export interface Result {
  readonly name: string;
  readonly pauseMs: number;
  readonly failed: number;
  readonly requests: number;
  readonly lost: number;
  readonly doubled: number;
  /** The violated expectations, as sentences. */
  readonly faults: readonly string[];
}

const warmUpWrites = 30;

export interface PlayOptions {
  readonly say: (line: string) => void;
  /** Whether durations are checked. False for slow machines. */
  readonly isTimed: boolean;
}

/** Plays the event under load and then verifies every acknowledged write. */
export async function playRow(cluster: Cluster, row: Row, options: PlayOptions): Promise<Result> {
  await row.prepare?.(cluster);
  const site = (await row.openSite?.(cluster)) ?? cluster.site;
  const hooks = await receiveWebhooks(site.url);
  try {
    // The name is unique to this run, so data of earlier runs of the same row does not count.
    const name = `${row.name.replaceAll(/[^\w ]/g, '').toLowerCase()} ${Date.now()}`;
    const load = await startLoad(site.url, name);
    try {
      return await playOn({ cluster, site, load, hooks }, row, options);
    } finally {
      load.abandon();
    }
  } finally {
    await hooks.close();
  }
}

interface Setting {
  readonly cluster: Cluster;
  readonly site: Site;
  readonly load: Load;
  readonly hooks: Hooks;
}

async function playOn(setting: Setting, row: Row, { say, isTimed }: PlayOptions): Promise<Result> {
  const { cluster, site, load, hooks } = setting;
  const { journal } = load;
  const faults: string[] = [];
  const expect = (holds: boolean, sentence: string): void => {
    if (!holds) faults.push(sentence);
  };
  await load.untilWrites(warmUpWrites);
  const beganMs = performance.now();
  await row.play({ cluster, site, load, isTimed, expect, say });
  await load.untilWrites(warmUpWrites);
  await load.stop();
  say(`${journal.acknowledged.length} writes were acknowledged; looking for each of them`);
  if (row.prepare) await cluster.databaseProxy.restart(followPrimary(cluster.database.nodes));
  const primary = await cluster.database.primary();
  const open = (service: ServiceName): Sql =>
    openNode(primary.port, cluster.database.password, site.databaseOf(service));
  const tables = { merchant: open('merchant'), social: open('social') };
  const verdict = await verify(tables, site, load, hooks);
  for (const sql of Object.values(tables)) await sql.end();
  await hooks.unsubscribe();
  if (row.openSite) await site.stop();

  const pauseMs = journal.longestPauseMs(beganMs);
  const failed = journal.failures.length;
  expect(verdict.lost.length === 0, `lost: ${verdict.lost.slice(0, 5).join(', ')}`);
  expect(verdict.doubled.length === 0, `doubled: ${verdict.doubled.slice(0, 5).join(', ')}`);
  faults.push(...verdict.wrong);
  expect(
    failed <= (row.mostFailed ?? Infinity),
    `${failed} requests failed: ${[...new Set(journal.failures.map(({ what }) => what))].slice(0, 5).join('; ')}`,
  );
  if (isTimed) expect(pauseMs <= (row.mostSeconds ?? Infinity) * 1000, `${seconds(pauseMs)} without a write`);
  return {
    name: row.name,
    pauseMs,
    failed,
    requests: journal.requests,
    lost: verdict.lost.length,
    doubled: verdict.doubled.length,
    faults,
  };
}

/** Formats one result for the log, because the table appears only after the last row. */
export const formatResult = ({ pauseMs, failed, requests, lost, doubled }: Result): string =>
  `${seconds(pauseMs)} without a write, ${failed} of ${requests} requests failed, ${lost} lost, ${doubled} doubled`;

export function formatTable(results: readonly Result[]): string {
  const lines = results.map(({ name, pauseMs, failed, requests, lost, doubled, faults }) => [
    name,
    (pauseMs / 1000).toFixed(1),
    `${failed} / ${requests}`,
    String(lost),
    String(doubled),
    faults.length === 0 ? 'holds' : 'DOES NOT HOLD',
  ]);
  const head = ['event', 'seconds without a write', 'failed of all requests', 'lost', 'doubled', ''];
  const widths = head.map((cell, index) =>
    Math.max(cell.length, ...lines.map((line) => line[index]?.length ?? 0)),
  );
  const format = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [format(head), rule, ...lines.map(format)].join('\n');
}
