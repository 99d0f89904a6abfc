import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { coins, type CoinCode } from '../../assets/asset.rules.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { selectState, selectStates, type StateRow } from './chain-state.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

/** Time since the last complete reading after which the chain accepts nothing new. */
const unreadAfterMs = 120_000;
const retryAfterSeconds = 10;

export interface ChainState {
  readonly coin: CoinCode;
  readonly height: number;
  /** Everything that happened on the chain before this time of the service's clock has been read. */
  readonly caughtUpAt: Date | null;
  /** Fee rate in the chain's own unit. Null until the node gives one. */
  readonly feeRate: bigint | null;
  /** Time since the node gave the fee rate, by PostgreSQL's clock. */
  readonly feeRateAgeMs: number;
  /** Time since the chain was last read to its end, by PostgreSQL's clock. */
  readonly ageMs: number;
  /** The coin was removed from the settings, so no process reads its chain. */
  readonly off: boolean;
}

/** Throws `node_unavailable` for a chain that was never read. */
export async function getChainState(sql: Tag, coin: CoinCode): Promise<ChainState> {
  const row = await selectState(sql, coin);
  if (!row) throw nodeUnavailable(coin);
  return toState(row);
}

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

/** Throws `node_unavailable` unless the chain was read recently and has a fee rate. */
export function requireReadyChain(state: ChainState): ChainState & { readonly feeRate: bigint } {
  const { feeRate } = state;
  if (state.ageMs > unreadAfterMs || feeRate === null) throw nodeUnavailable(state.coin);
  return { ...state, feeRate };
}

export const nodeUnavailable = (coin: CoinCode): Error =>
  problem('node_unavailable', {
    say: merchantWords.networkUnreadable,
    values: { network: coins[coin].name },
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
