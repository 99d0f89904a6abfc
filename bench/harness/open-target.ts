import { randomUUID } from 'node:crypto';
import {
  defaultConcurrency,
  type Comparison,
  type HttpRequest,
  type Role,
  type Round,
  type Surroundings,
} from '../scenario.ts';
import type { Child } from './child.ts';
import { poolSize } from './praca.ts';
import type { LoadQuestion, TargetQuestion } from './questions.ts';
import type { Stage } from './stage.ts';

export interface OpenTarget {
  /** Process whose processor time is measured: the server, or the caller of a loop. */
  readonly pid: number;
  readonly isHttp: boolean;
  round(seconds: number): Promise<Round>;
  /** Returns the body length of the first answer; undefined for a loop. */
  probe(): Promise<number | undefined>;
  close(): Promise<void>;
}

export async function openTarget(
  stage: Stage,
  scenario: Comparison,
  role: Role,
  prepared: unknown,
): Promise<OpenTarget | undefined> {
  const target = scenario[role];
  if (!target) return undefined;
  const concurrency = scenario.concurrency ?? defaultConcurrency;
  const praca = await stage.praca();
  if (target.kind === 'praca') {
    const load = { url: praca.url, requests: target.requests(prepared), connections: concurrency };
    return openHttp(stage, praca.pid, load, async () => {});
  }
  const surroundings: Surroundings = {
    connection: praca.connection,
    poolSize,
    pracaUrl: praca.url,
    prepared,
  };
  const named = { scenario: scenario.name, role, surroundings };
  const question: TargetQuestion = { ask: 'open', ...named };
  if (target.kind === 'caller') {
    const caller = await stage.startTarget();
    const server = target.serve ? await stage.startTarget() : undefined;
    const { port } = (await server?.ask<{ port: number }>(question)) ?? {};
    const url = port === undefined ? praca.url : `http://127.0.0.1:${port}`;
    await caller.ask({ ask: 'call', ...named, url } satisfies TargetQuestion);
    return {
      ...openLoop(caller, concurrency),
      pid: server?.pid ?? praca.pid,
      isHttp: true,
      async close() {
        await caller.stop();
        await server?.stop();
      },
    };
  }
  const child = await stage.startTarget();
  if (target.kind === 'server') {
    const { port } = await child.ask<{ port: number }>(question);
    const load = {
      url: `http://127.0.0.1:${port}`,
      requests: target.requests(prepared),
      connections: concurrency,
    };
    return openHttp(stage, child.pid, load, () => child.stop());
  }
  await child.ask(question);
  return openLoop(child, concurrency);
}

function openLoop(child: Child, concurrency: number): OpenTarget {
  return {
    pid: child.pid,
    isHttp: false,
    round: (seconds) => child.ask<Round>({ ask: 'loop', concurrency, seconds } satisfies TargetQuestion),
    probe: async () => undefined,
    close: () => child.stop(),
  };
}

async function openHttp(
  stage: Stage,
  pid: number,
  load: Omit<LoadQuestion, 'seconds'>,
  close: () => Promise<void>,
): Promise<OpenTarget> {
  const generator = await stage.loadGenerator();
  const [first] = load.requests;
  if (!first) throw new Error('A target needs at least one request.');
  return {
    pid,
    isHttp: true,
    round: (seconds) => generator.ask<Round>({ ...load, seconds } satisfies LoadQuestion),
    probe: () => probe(load.url, first),
    close,
  };
}

async function probe(url: string, request: HttpRequest): Promise<number> {
  const { path, method = 'GET', headers = {} } = request;
  const body = request.fresh ? request.body?.replaceAll('[<id>]', randomUUID()) : request.body;
  const response = await fetch(url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return text.length;
}
