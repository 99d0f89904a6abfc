import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { after, afterEach } from 'node:test';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { problemsOf } from '../../src/platform/http/route-problems.ts';
import { DeclaredAnswers, type DeclaredAnswer } from './declared-answers.ts';

/** The record of one test process for the check that every declared answer was received. */
export interface AnswerRecord {
  /** `merchant GET /orders 200`, followed by the error code if there is one. */
  readonly declared: readonly string[];
  readonly seen: readonly string[];
}

const faults = new Map<string, string>();
const declared = new Set<string>();
const seen = new Set<string>();

const nameOf = (service: string, { method, path, status, code }: DeclaredAnswer): string =>
  [service, method, path, status, ...(code === undefined ? [] : [code])].join(' ');

/**
 * Compares every answer of every app in this process with the OpenAPI document of its service. An undeclared status,
 * type, field or code fails the test that caused it, so every test of a route also tests the document.
 */
export function holdAnswers(): void {
  subscribe('fastify.initialization', (message) => hold((message as { fastify: FastifyInstance }).fastify));
  afterEach(failOnFaults);
  after(failOnFaults);
  const directory = process.env['PRACA_ANSWERS'];
  if (directory === undefined) return;
  process.on('exit', () => {
    const record: AnswerRecord = { declared: [...declared], seen: [...seen] };
    writeFileSync(`${directory}/${randomUUID()}.json`, JSON.stringify(record));
  });
}

/** Records an answer that bypasses Fastify's hooks: one of its router, or the handshake of a WebSocket. */
export function noteAnswer(service: string, answer: DeclaredAnswer): void {
  seen.add(nameOf(service, answer));
}

function failOnFaults(): void {
  const found = [...faults].map(([name, fault]) => `${name}: ${fault}`);
  faults.clear();
  if (found.length > 0) throw new Error(`answers that no document declares:\n${found.join('\n')}`);
}

interface Documented {
  readonly service: string;
  readonly answers: () => DeclaredAnswers;
}

function hold(app: FastifyInstance): void {
  const documented: Documented[] = [];
  app.addHook('onRegister', (instance, { prefix }: { prefix?: string }) => {
    if (prefix === undefined || !/^\/(?:merchant|accounts|social)$/.test(prefix)) return;
    const service = prefix.slice(1);
    const routes: RouteOptions[] = [];
    instance.addHook('onRoute', (route) => void routes.push(route));
    let found: DeclaredAnswers | undefined;
    documented.push({ service, answers: () => (found ??= declaredBy(instance, service, routes)) });
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    done();
    if (!request.is404) look(documented, request, reply, payload);
  });
}

/**
 * Documents of earlier apps in this process. Most are equal, and building and compiling one takes longer than opening
 * an app.
 */
const known = new Map<string, DeclaredAnswers>();

/** Caches by routes, because the document depends on nothing else. */
function declaredBy(
  instance: FastifyInstance,
  service: string,
  routes: readonly RouteOptions[],
): DeclaredAnswers {
  const described = routes.map((route) => [route.method, route.url, route.schema, problemsOf(route)]);
  const key = JSON.stringify([service, described]);
  const before = known.get(key);
  if (before) return before;
  const made = new DeclaredAnswers(instance.swagger());
  for (const answer of made.list()) declared.add(nameOf(service, answer));
  known.set(key, made);
  return made;
}

function look(
  documented: readonly Documented[],
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  const { url = '', schema } = request.routeOptions;
  if (schema?.hide) return;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const path = url.replaceAll(/:(\w+)/g, '{$1}');
  const found = findDocument(documented, method, path);
  if (!found) return;
  const status = reply.statusCode;
  const body = typeof payload === 'string' || payload instanceof Uint8Array ? payload : undefined;
  const streamed = body === undefined && payload !== undefined && payload !== null;
  const contentType = reply.getHeader('content-type')?.toString();
  const answer = {
    method,
    path: found.path,
    status,
    contentType,
    body: body?.length === 0 ? undefined : body,
    streamed,
  };
  const name = nameOf(found.service, { method, path: found.path, status, code: codeOf(contentType, body) });
  const fault = found.answers.findFault(answer);
  if (fault === undefined) seen.add(name);
  else faults.set(name, fault);
}

/** Finds the document by the service's prefix, or at the root for the service that also answers there. */
function findDocument(documented: readonly Documented[], method: string, path: string) {
  for (const { service, answers } of documented) {
    if (path.startsWith(`/${service}/`))
      return { service, answers: answers(), path: path.slice(service.length + 1) };
  }
  for (const { service, answers } of documented) {
    if (answers().has(method, path)) return { service, answers: answers(), path };
  }
  return undefined;
}

/** Returns the code of a problem, or of an error that accounts reports with 200. */
function codeOf(contentType: string | undefined, body: string | Uint8Array | undefined): string | undefined {
  if (body === undefined || !/^application\/(?:problem\+)?json/.test(contentType ?? '')) return undefined;
  const { status, code, error } = (JSON.parse(String(body)) ?? {}) as Record<string, unknown>;
  if (typeof error === 'string') return error;
  return typeof code === 'string' && (typeof status === 'number' || status === 'error') ? code : undefined;
}
