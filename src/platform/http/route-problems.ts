import type { RouteOptions } from 'fastify';
import { problem, type PlatformProblemCode, type ProblemCatalogue } from '../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Problems of this route's operation, in addition to those of its hooks and of every route. */
    problems?: ProblemCatalogue;
    /** Problems that other routes of this kind may answer and this one never does. */
    neverAnswers?: readonly PlatformProblemCode[];
  }
}

/** Problems of every route: from the HTTP parser, from hooks before routing, or from the process itself. */
const always = problem.pick(
  'invalid_input',
  'request_timeout',
  'expectation_failed',
  'too_many_requests',
  'headers_too_large',
  'internal_error',
  'database_unavailable',
  'overloaded',
);
/** Fastify reads a body before it checks whether the route accepts one. */
const withBody = problem.pick('malformed_json', 'payload_too_large', 'unsupported_media_type');
/** A path parameter that is longer than any id is answered with 404 without a lookup. */
const withParameters = problem.pick('not_found');
const withIdempotencyKey = problem.pick('idempotency_key_reused', 'idempotency_in_progress');

const bodiless = new Set(['GET', 'HEAD']);

type Described = Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema' | 'onRequest'>;

/** Returns all problems that a route may answer, by code. */
export function problemsOf(route: Described): ProblemCatalogue {
  const { problems, neverAnswers = [] } = route.config ?? {};
  const methods = [route.method].flat();
  const headers = route.schema?.headers as { properties?: object } | undefined;
  const parts: (ProblemCatalogue | undefined)[] = [
    always,
    methods.every((method) => bodiless.has(method)) ? undefined : withBody,
    route.url.includes(':') ? withParameters : undefined,
    'idempotency-key' in (headers?.properties ?? {}) ? withIdempotencyKey : undefined,
    ...[route.onRequest ?? []].flat().flatMap((hook) => problemsOfHook(hook, methods)),
    problems,
  ];
  const never = new Set<string>(neverAnswers);
  const all = parts.flatMap((part) => Object.entries(part ?? {}));
  return Object.fromEntries(all.filter(([code]) => !never.has(code)));
}

const refused = Symbol('what a hook refuses');
/** A catalogue, or a function for hooks whose problems depend on the method. */
type Refusals = ProblemCatalogue | ((method: string) => ProblemCatalogue);

/** Attaches its problems to a hook, for the description of every route that uses it. */
export const refusing = <Hook extends object>(problems: Refusals, hook: Hook): Hook =>
  Object.assign(hook, { [refused]: problems });

function problemsOfHook(hook: object, methods: readonly string[]): ProblemCatalogue[] {
  const { [refused]: problems } = hook as { [refused]?: Refusals };
  if (problems === undefined) return [];
  return typeof problems === 'function' ? methods.map((method) => problems(method)) : [problems];
}
