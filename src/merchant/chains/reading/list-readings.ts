import type { Sql } from '../../../platform/postgres/client/database.ts';
import { findLeader } from '../../../platform/postgres/leader-election.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { selectStates } from '../state/chain-state.store.ts';
import { chainLeadership } from './chain-reader.ts';

interface Reading {
  readonly coin: CoinCode;
  readonly network: string;
  readonly height: number;
  readonly ageMs: number;
  readonly unreadBlocks: number;
  readonly fault: string | null;
  /** The coin was removed from the settings. */
  readonly off: boolean;
  /** Database session of the reading process, and its network address if it is on another machine. */
  readonly reader: { readonly pid: number; readonly address: string | null } | undefined;
}

export async function listReadings(sql: Sql): Promise<Reading[]> {
  const states = await selectStates(sql);
  return Promise.all(
    states.map(async (state) => {
      const reader = await findLeader(sql, chainLeadership(state));
      return {
        coin: state.coin,
        network: state.network,
        height: Number(state.height),
        ageMs: state.age_ms,
        unreadBlocks: Math.max(0, Number(state.node_height - state.height)),
        fault: state.stopped_by === null ? state.fault : `${state.fault}, ${state.stopped_by}`,
        off: state.off_since !== null,
        reader,
      };
    }),
  );
}
