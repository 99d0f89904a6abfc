import type { HttpRequest, Role, Surroundings } from '../scenario.ts';

export interface LoadQuestion {
  readonly url: string;
  readonly requests: readonly HttpRequest[];
  readonly connections: number;
  readonly seconds: number;
}

export type TargetQuestion =
  | {
      readonly ask: 'open';
      readonly scenario: string;
      readonly role: Role;
      readonly surroundings: Surroundings;
    }
  /** Question to a caller, after its server was opened. */
  | {
      readonly ask: 'call';
      readonly scenario: string;
      readonly role: Role;
      readonly surroundings: Surroundings;
      readonly url: string;
    }
  | { readonly ask: 'loop'; readonly concurrency: number; readonly seconds: number };
