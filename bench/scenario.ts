import type { RunningPraca } from './harness/praca.ts';
import type { Stage } from './harness/stage.ts';
import type { Connection } from '../src/platform/postgres/client/connection.ts';

export type Scenario = Comparison | Measurement;

export const defaultConcurrency = 50;

/** Ours beside what the same machine could do at best, measured in turns. */
export interface Comparison<Prepared = unknown> {
  readonly name: string;
  readonly what: string;
  /** The least share of the limit's rate that ours has to reach. */
  readonly budget: number;
  /** Simultaneous requests or statements, the same for every target; `defaultConcurrency` where it is left out. */
  readonly concurrency?: number;
  /** Rows, accounts and tokens that the targets need. The answer travels to other processes, so it is plain data. */
  prepare?(praca: RunningPraca): Promise<Prepared>;
  readonly ours: Target<Prepared>;
  readonly limit: Target<Prepared>;
  /** Another program that does the same. */
  readonly peer?: Target<Prepared>;
  /** Which one that is. */
  readonly peerName?: string;
  /** How many times the peer's rate ours has to reach. */
  readonly peerBudget?: number;
}

/** One figure that has no limit to stand beside. */
export interface Measurement {
  readonly name: string;
  readonly what: string;
  measure(stage: Stage): Promise<Figure>;
}

/** What a scenario throws that this machine lacks something for. */
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

/** Requests to the whole of Praça, started as its users start it. */
export interface PracaTarget<Prepared> {
  readonly kind: 'praca';
  requests(prepared: Prepared): readonly HttpRequest[];
}

/** Requests to a server that runs in a process of its own. */
export interface ServerTarget<Prepared> {
  readonly kind: 'server';
  /** Listens on loopback and answers with the port. */
  serve(surroundings: Surroundings<Prepared>): Promise<number>;
  requests(prepared: Prepared): readonly HttpRequest[];
}

/** Requests of which each needs something of its own, which a fixed list cannot have, made by a process of its own. */
export interface CallerTarget<Prepared> {
  readonly kind: 'caller';
  /** As that of a `ServerTarget`; Praça is called where there is none. */
  serve?(surroundings: Surroundings<Prepared>): Promise<number>;
  call(surroundings: Surroundings<Prepared>, url: string): Promise<() => Promise<unknown>>;
}

/** A function that a process of its own calls again and again: bare SQL, or a flow of several requests. */
export interface LoopTarget<Prepared> {
  readonly kind: 'loop';
  open(surroundings: Surroundings<Prepared>): Promise<() => Promise<unknown>>;
}

/** What a target's own process is told. */
export interface Surroundings<Prepared = unknown> {
  /** The PostgreSQL of the running Praça. */
  readonly connection: Connection;
  /** Connections that Praça keeps, so that a limit can keep as many. */
  readonly poolSize: number;
  readonly pracaUrl: string;
  readonly prepared: Prepared;
}

export interface HttpRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `[<id>]` in a header or the body becomes another text each time where `fresh` is set. */
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

/** Lets the targets know what `prepare` answers. */
export function comparison<Prepared>(scenario: Comparison<Prepared>): Comparison {
  return scenario;
}
