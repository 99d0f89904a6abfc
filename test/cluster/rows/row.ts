import type { Cluster } from '../cluster.ts';
import type { Load } from '../load/load.ts';
import type { Site } from '../site.ts';

/** One event under load, with the limits that must hold during it. */
export interface Row {
  readonly name: string;
  /** The most failed requests of all. Undefined if some must fail. */
  readonly mostFailed?: number;
  /** Longest allowed stretch without an acknowledged write, in seconds. */
  readonly mostSeconds?: number;
  /** Opens separate machines if the row cannot use the shared ones. */
  readonly openSite?: (cluster: Cluster) => Promise<Site>;
  readonly prepare?: (cluster: Cluster) => Promise<void>;
  play(stage: Stage): Promise<void>;
}

export interface Stage {
  readonly cluster: Cluster;
  readonly site: Site;
  readonly load: Load;
  readonly isTimed: boolean;
  /** Records the sentence as a fault if the condition is false. */
  expect(holds: boolean, sentence: string): void;
  say(line: string): void;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
