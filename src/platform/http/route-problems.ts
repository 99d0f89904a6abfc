import type { RouteOptions } from 'fastify';
import { problem, type PlatformProblemCode, type ProblemCatalogue } from '../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the operation of this route refuses, beyond what its hooks say of themselves and what any route may answer. */
    problems?: ProblemCatalogue;
    /** What any other route of this kind may answer and this one does not. */
    neverAnswers?: readonly PlatformProblemCode[];
  }
}

/** Before there is a request (the parser of HTTP), before its route is asked (the edge), or whatever the route does. */
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
/** A body is read before anybody looks at whether the operation takes one. */
const withBody = problem.pick('malformed_json', 'payload_too_large', 'unsupported_media_type');
/** A part of a path that is longer than any id is not looked up. */
const withParameters = problem.pick('not_found');
const withIdempotencyKey = problem.pick('idempotency_key_reused', 'idempotency_in_progress');

const bodiless = new Set(['GET', 'HEAD']);

type Described = Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema' | 'onRequest'>;

/** Everything that a route may answer instead of a success, by code. */
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
/** For a hook that does not ask every method the same. */
type Refusals = ProblemCatalogue | ((method: string) => ProblemCatalogue);

/** A hook that says what it refuses, for the description of every route that has it. */
export const refusing = <Hook extends object>(problems: Refusals, hook: Hook): Hook =>
  Object.assign(hook, { [refused]: problems });

function problemsOfHook(hook: object, methods: readonly string[]): ProblemCatalogue[] {
  const { [refused]: problems } = hook as { [refused]?: Refusals };
  if (problems === undefined) return [];
  return typeof problems === 'function' ? methods.map((method) => problems(method)) : [problems];
}
