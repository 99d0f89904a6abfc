import type { Gauge } from 'prom-client';
import type { MerchantContext } from '../../merchant.context.ts';
import { countReviews } from '../reviews/review.store.ts';
import { selectStates, type StateRow } from '../state/chain-state.store.ts';

/** Reads the values from the database, so that every process reports the same for all chains. */
export function measureChains(context: Pick<MerchantContext, 'metrics' | 'sql' | 'chains'>): void {
  const { metrics, sql, chains } = context;
  const gauge = (name: string, help: string, read: (state: StateRow) => number): Gauge =>
    metrics.gauge(
      name,
      help,
      async (own) => {
        for (const state of await selectStates(sql)) own.set({ coin: state.coin }, read(state));
      },
      ['coin'],
    );
  gauge('chain_height', 'The newest block that was read', (state) => Number(state.height));
  gauge('chain_age_seconds', 'Time since the chain was last read to its end', (state) => state.age_ms / 1000);
  gauge('chain_unread_blocks', 'Blocks that the node has and that were not read yet', (state) =>
    Math.max(0, Number(state.node_height - state.height)),
  );
  gauge(
    'chain_stopped',
    '1 while the chain cannot be read because the node contradicts every stored block',
    (state) => ((state.stopped_by ?? state.fault) === 'deep_reorganisation' ? 1 : 0),
  );
  metrics.gauge(
    'chain_reviews_waiting',
    'Requests to look at a payment, deposit or payout again that wait',
    async (own) => {
      const waiting = new Map((await countReviews(sql)).map((row) => [row.coin, row.waiting]));
      for (const coin of chains.codes) own.set({ coin }, waiting.get(coin) ?? 0);
    },
    ['coin'],
  );
}
