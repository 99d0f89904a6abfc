import type { Cluster } from '../cluster.ts';
import type { Load } from '../load/load.ts';
import type { Site } from '../site.ts';

/** One event under load, and what must hold while it happens. */
export interface Row {
  readonly name: string;
  /** Of all requests; nothing where some must fail. */
  readonly mostFailed?: number;
  /** The longest stretch without an acknowledged write, in seconds. */
  readonly mostSeconds?: number;
  /** Machines of its own, where it needs others than all rows have. */
  readonly openSite?: (cluster: Cluster) => Promise<Site>;
  /** Before the load begins. */
  readonly prepare?: (cluster: Cluster) => Promise<void>;
  play(stage: Stage): Promise<void>;
}

export interface Stage {
  readonly cluster: Cluster;
  readonly site: Site;
  readonly load: Load;
  readonly isTimed: boolean;
  /** Notes what does not hold. */
  expect(holds: boolean, sentence: string): void;
  say(line: string): void;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
