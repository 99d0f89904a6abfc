import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { coins, type CoinCode } from '../../assets/asset.rules.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { selectState, selectStates, type StateRow } from './chain-state.store.ts';

/** After this long without a complete reading nothing new is begun on a chain. */
const unreadAfterMs = 120_000;
const retryAfterSeconds = 10;

export interface ChainState {
  readonly coin: CoinCode;
  readonly height: number;
  /** Everything that happened on the chain before this moment of the service's time has been read. */
  readonly caughtUpAt: Date | null;
  /** In the chain's own measure; null while the node has none. */
  readonly feeRate: bigint | null;
  /** Since the node named it, by PostgreSQL's clock. */
  readonly feeRateAgeMs: number;
  /** Since the chain was last read to its end, by PostgreSQL's clock. */
  readonly ageMs: number;
  /** Its coin was taken out of the settings: nobody reads it, and nobody will. */
  readonly off: boolean;
}

/** Throws `node_unavailable` for a chain that was never read. */
export async function getChainState(sql: Tag, coin: CoinCode): Promise<ChainState> {
  const row = await selectState(sql, coin);
  if (!row) throw nodeUnavailable(coin);
  return toState(row);
}

/** Of every chain that was ever read. */
export async function listChainStates(sql: Tag): Promise<ChainState[]> {
  return (await selectStates(sql)).map(toState);
}

function toState(row: StateRow): ChainState {
  return {
    coin: row.coin,
    height: Number(row.height),
    caughtUpAt: row.caught_up_at,
    feeRate: row.fee_rate,
    feeRateAgeMs: row.fee_rate_age_ms ?? Infinity,
    ageMs: row.age_ms,
    off: row.off_since !== null,
  };
}

/** Throws `node_unavailable` unless somebody reads the chain and knows its fees. */
export function requireReadyChain(state: ChainState): ChainState & { readonly feeRate: bigint } {
  const { feeRate } = state;
  if (state.ageMs > unreadAfterMs || feeRate === null) throw nodeUnavailable(state.coin);
  return { ...state, feeRate };
}

export const nodeUnavailable = (coin: CoinCode): Error =>
  problem('node_unavailable', {
    detail: `The ${coins[coin].name} network cannot be read at the moment.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
