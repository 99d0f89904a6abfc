import type { RunningPraca } from './harness/praca.ts';
import type { Stage } from './harness/stage.ts';
import type { Connection } from '../src/platform/postgres/client/connection.ts';

export type Scenario = Comparison | Measurement;

export const defaultConcurrency = 50;

/** Compares Praça with the best possible rate on the same machine, measured in turns. */
export interface Comparison<Prepared = unknown> {
  readonly name: string;
  readonly what: string;
  /** Minimum share of the limit's rate that Praça must reach. */
  readonly budget: number;
  /** Simultaneous requests or statements, the same for every target. Default: `defaultConcurrency`. */
  readonly concurrency?: number;
  /**
   * Creates rows, accounts and tokens for the targets. The result is sent to other processes, so it must be plain data.
   */
  prepare?(praca: RunningPraca): Promise<Prepared>;
  readonly ours: Target<Prepared>;
  readonly limit: Target<Prepared>;
  /** Another program with the same function. */
  readonly peer?: Target<Prepared>;
  readonly peerName?: string;
  /** Minimum multiple of the peer's rate that Praça must reach. */
  readonly peerBudget?: number;
}

/** A figure without a limit to compare with. */
export interface Measurement {
  readonly name: string;
  readonly what: string;
  measure(stage: Stage): Promise<Figure>;
}

/** Thrown by a scenario if this machine lacks a requirement. */
export class Skipped extends Error {}

export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Lines below the table. */
  readonly notes?: readonly string[];
}

export type Target<Prepared = unknown> =
  | PracaTarget<Prepared>
  | ServerTarget<Prepared>
  | CallerTarget<Prepared>
  | LoopTarget<Prepared>;

/** Requests to the complete Praça, started as in production. */
export interface PracaTarget<Prepared> {
  readonly kind: 'praca';
  requests(prepared: Prepared): readonly HttpRequest[];
}

/** Requests to a server in a separate process. */
export interface ServerTarget<Prepared> {
  readonly kind: 'server';
  /** Listens on loopback and returns the port. */
  serve(surroundings: Surroundings<Prepared>): Promise<number>;
  requests(prepared: Prepared): readonly HttpRequest[];
}

/** Requests made by a separate process, because each needs its own data, which a fixed list cannot contain. */
export interface CallerTarget<Prepared> {
  readonly kind: 'caller';
  /** As in `ServerTarget`. Without it, Praça is called. */
  serve?(surroundings: Surroundings<Prepared>): Promise<number>;
  call(surroundings: Surroundings<Prepared>, url: string): Promise<() => Promise<unknown>>;
}

/** A function that a separate process calls repeatedly: bare SQL, or a flow of several requests. */
export interface LoopTarget<Prepared> {
  readonly kind: 'loop';
  open(surroundings: Surroundings<Prepared>): Promise<() => Promise<unknown>>;
}

/** Data passed to a target's process. */
export interface Surroundings<Prepared = unknown> {
  /** The PostgreSQL of the running Praça. */
  readonly connection: Connection;
  /** Size of Praça's connection pool, so that a limit can use the same. */
  readonly poolSize: number;
  readonly pracaUrl: string;
  readonly prepared: Prepared;
}

export interface HttpRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `fresh`, `[<id>]` in a header or the body is replaced by a new text for each request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly fresh?: boolean;
}

export type Role = 'ours' | 'limit' | 'peer';
export const roles: readonly Role[] = ['ours', 'limit', 'peer'];

export interface Round {
  readonly operations: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly firstFailure?: string;
}

/** Types the targets by the result of `prepare`. */
export function comparison<Prepared>(scenario: Comparison<Prepared>): Comparison {
  return scenario;
}
