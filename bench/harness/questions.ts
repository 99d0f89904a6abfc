import type { HttpRequest, Role, Surroundings } from '../scenario.ts';

/** For the process that makes the requests. */
export interface LoadQuestion {
  readonly url: string;
  readonly requests: readonly HttpRequest[];
  readonly connections: number;
  readonly seconds: number;
}

/** For the process of a target. */
export type TargetQuestion =
  | {
      readonly ask: 'open';
      readonly scenario: string;
      readonly role: Role;
      readonly surroundings: Surroundings;
    }
  /** Of a caller, after its server was opened. */
  | {
      readonly ask: 'call';
      readonly scenario: string;
      readonly role: Role;
      readonly surroundings: Surroundings;
      readonly url: string;
    }
  | { readonly ask: 'loop'; readonly concurrency: number; readonly seconds: number };
