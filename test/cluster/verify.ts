import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { listArrivals } from '../support/coins.ts';
import { runPraca } from '../support/process.ts';
import type { Acknowledged, Journal, Kind } from './load/journal.ts';
import type { Load } from './load/load.ts';
import type { Hooks } from './load/webhooks.ts';
import type { Site } from './site.ts';

/** The faults found after an event. Empty lists mean success. */
export interface Verdict {
  readonly lost: string[];
  readonly doubled: string[];
  readonly wrong: string[];
}

/** Direct connections to the databases of these services, which may be one database. */
export interface Tables {
  readonly merchant: Sql;
  readonly social: Sql;
}

/** Limit for pending payouts, webhooks and messages to finish after an outage. */
const patienceMs = 120_000;

async function eventually(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > deadline) return false;
    await sleep(250);
  }
}

/** Verifies, after the load has stopped, that every acknowledged write and its consequences happened exactly once. */
export async function verify(
  { merchant, social }: Tables,
  site: Site,
  load: Load,
  hooks: Hooks,
): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], wrong: [] };
  const { journal, name } = load;
  for (const kind of ['order', 'payment', 'withdrawal', 'message'] as const) {
    const sql = kind === 'message' ? social : merchant;
    compare(journal.of(kind), await listStored(sql, kind, name), verdict);
  }
  await verifyPayouts(merchant, journal, verdict);
  await verifySessions(site, journal, verdict);
  await verifyLive(load, verdict);
  await verifyWebhooks(merchant, hooks, verdict);
  const ledger = await runPraca(['ledger', 'check'], site.environment());
  if (ledger.code !== 0) verdict.wrong.push(`ledger check: ${ledger.output.trim()}`);
  return verdict;
}

interface Stored {
  readonly key: string;
  readonly id: string;
}

/** Returns everything that the load created, acknowledged or not. */
async function listStored(sql: Sql, kind: Kind, name: string): Promise<readonly Stored[]> {
  const mine = `${name} ${kind}%`;
  switch (kind) {
    case 'order':
    case 'withdrawal':
      return sql<Stored[]>`
        select customer_reference_id as key, id::text from merchant.orders
        where customer_reference_id like ${mine}`;
    case 'payment':
      return sql<Stored[]>`
        select payment_reference as key, id::text from merchant.payments where payment_reference like ${mine}`;
    case 'message':
      return sql<Stored[]>`select body as key, id::text from social.messages where body like ${mine}`;
    case 'sign-in':
      return [];
  }
}

export function compare(
  acknowledged: readonly Acknowledged[],
  stored: readonly Stored[],
  verdict: Verdict,
): void {
  const byKey = Map.groupBy(stored, ({ key }) => key);
  for (const { key, id } of acknowledged) {
    const ids = byKey.get(key)?.map((row) => row.id) ?? [];
    if (!ids.includes(id)) verdict.lost.push(key);
  }
  for (const [key, rows] of byKey) if (rows.length > 1) verdict.doubled.push(key);
}

async function verifyPayouts(sql: Sql, journal: Journal, verdict: Verdict): Promise<void> {
  const ended = await eventually(async () => {
    const [row] = await sql<{ open: number }[]>`
      select count(*)::int as open from merchant.payouts where status in ('RESERVED', 'SIGNED')`;
    return row?.open === 0;
  });
  if (!ended) verdict.wrong.push('payouts did not finish');
  for (const { key, id } of journal.of('withdrawal')) {
    const [order] = await sql<{ address: string; status: string; amount: bigint }[]>`
      select customer_wallet_address as address, status, coin_amount as amount
      from merchant.orders where id = ${id}`;
    if (!order) continue;
    const arrivals = await listArrivals(sql, 'BTC', order.address);
    if (order.status !== 'COMPLETED') verdict.wrong.push(`${key} is ${order.status}`);
    if (arrivals.length === 0) verdict.lost.push(`coins of ${key}`);
    if (arrivals.length > 1) verdict.doubled.push(`coins of ${key}`);
    if (arrivals.some(({ amount }) => amount !== order.amount))
      verdict.wrong.push(`${key} got another amount`);
  }
}

async function verifySessions(site: Site, journal: Journal, verdict: Verdict): Promise<void> {
  for (const { key, id } of journal.of('sign-in')) {
    let status = 0;
    // A pooled connection may still lead to the node that was frozen, which causes one 503.
    await eventually(async () => {
      const answer = await fetch(`${site.url}/accounts/v1/me`, {
        headers: { authorization: `Bearer ${id}` },
      });
      await answer.arrayBuffer();
      status = answer.status;
      return status !== 503;
    });
    if (status !== 200) verdict.lost.push(`${key} (${status})`);
  }
}

async function verifyLive({ journal, conversation }: Load, verdict: Verdict): Promise<void> {
  const sent = journal.of('message').map(({ key }) => key);
  await eventually(() => sent.every((key) => conversation.heard.includes(key)));
  await conversation.leave();
  if (conversation.heard.join('\n') !== sent.join('\n')) {
    const missing = sent.filter((key) => !conversation.heard.includes(key)).length;
    verdict.wrong.push(
      `live delivered ${conversation.heard.length} of ${sent.length} messages, ${missing} missing`,
    );
  }
  if (conversation.gaps() > 0) verdict.wrong.push('live had a gap');
}

async function verifyWebhooks(sql: Sql, hooks: Hooks, verdict: Verdict): Promise<void> {
  const open = async (): Promise<number> => {
    const [row] = await sql<{ open: number }[]>`
      select count(*)::int as open from merchant.webhook_deliveries
      where endpoint_id = ${hooks.endpointId} and status <> 'DELIVERED'`;
    return row?.open ?? 0;
  };
  await eventually(async () => (await open()) === 0);
  const left = await open();
  if (left > 0) verdict.wrong.push(`${left} webhooks were not delivered`);
  const received = hooks.received();
  const rows = await sql<{ id: string }[]>`
    select id::text from merchant.webhook_deliveries where endpoint_id = ${hooks.endpointId}`;
  const missing = rows.filter(({ id }) => !received.has(id)).length;
  if (missing > 0) verdict.wrong.push(`${missing} of ${rows.length} webhooks never arrived`);
  // A completed order without a webhook would not appear in the deliveries, so orders are checked too.
  const [untold] = await sql<{ count: number }[]>`
    select count(*)::int from merchant.orders o
    where o.customer_reference_id is not null and o.status = 'COMPLETED'
      and o.created_at > (select created_at from merchant.webhook_endpoints where id = ${hooks.endpointId})
      and not exists (
        select from merchant.webhook_deliveries d
        where d.order_id = o.id and d.endpoint_id = ${hooks.endpointId})`;
  if ((untold?.count ?? 0) > 0) verdict.wrong.push(`${untold?.count} completed orders have no webhook`);
}
