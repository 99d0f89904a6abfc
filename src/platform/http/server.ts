import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { RequestScopes } from '../postgres/replicas/request-scope.ts';
import { problem } from '../problem.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { inTrace, readTraceparent, startSpan, type Span, type Tracer } from '../telemetry/traces/trace.ts';
import { addBodyParsers } from './body-parsers.ts';
import { addCors } from './edge/cors.ts';
import { addErrorHandlers, pathOf, sendProblem } from './errors.ts';
import { clientNetworkOf } from './edge/client-network.ts';
import { RateLimiter } from './edge/rate-limit.ts';
import { refuseUnparsed } from './edge/refuse-unparsed.ts';
import { lookEveryMs, SlowReaders } from './edge/slow-readers.ts';
import { findHostFault, forgetTypeOfNothing, targetOf } from './edge/request-headers.ts';
import { addRepresentations } from './representations/add-representations.ts';
import { RequestLog } from './request-log.ts';
import { compileTrust, requestIdGenerator } from './edge/trusted-proxies.ts';
import { Upgrades } from './edge/upgrades.ts';
import { serializerCompiler, validatorCompiler } from './validation.ts';
import { platformWords } from '../words/platform-words.ts';

export type App = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface ServerOptions {
  log: Logger;
  metrics: Metrics;
  /** Exports a span for each request. */
  tracer?: Tracer | undefined;
  bodyLimitBytes: number;
  trustProxy: readonly string[];
  corsOrigins: readonly string[];
  rateLimit: number;
  https: boolean;
  /** Tracks the principal of each request for replica reads. */
  hasReplicas?: boolean;
}

/** Headers for API answers: browsers may not run, frame, sniff or store them. Pages relax what they need. */
const securityHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/**
 * Probes are not rate limited: a monitor may share its address with other clients, and probes have no secret to guess.
 */
const isProbe = (url: string): boolean => /^\/(?:healthz|readyz)(?:[/?]|$)/.test(url);

export async function createServer(options: ServerOptions): Promise<App> {
  const headers = options.https
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : securityHeaders;
  const trust = compileTrust(options.trustProxy);
  const upgrades = new Upgrades();
  const unparsed = refuseUnparsed(options.log, headers);
  const loggerInstance: FastifyBaseLogger = options.log;
  const app = fastify({
    loggerInstance,
    childLoggerFactory: (log, bindings) => new RequestLog(log, bindings),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: trust ?? false,
    genReqId: requestIdGenerator(trust),
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: {
      // Creates no stream for requests without a body, which saves a tenth of a small request's time.
      optimizeEmptyRequests: true,
      // The hook below checks it, so that the rejection is a problem.
      requireHostHeader: false,
      shouldUpgradeCallback: upgrades.isGranted,
    },
    rewriteUrl: targetOf,
    clientErrorHandler: unparsed.onClientError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 3200 },
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run for requests that the router rejects.
      reply.headers(headers).header('x-request-id', request.id);
      sendProblem(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.server.on('checkExpectation', unparsed.onExpectation);
  app.addHook('onRoute', (route) => upgrades.note(route));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addBodyParsers(app);
  const observeUnknown = observeRequests(app, options);
  // Also for routes that call `callNotFound`: Fastify then skips the route's own onResponse hook.
  addErrorHandlers(app, observeUnknown);
  const answerCors = options.corsOrigins.length > 0 ? addCors(app, options.corsOrigins) : undefined;
  const limiter = options.rateLimit > 0 ? new RateLimiter(options.rateLimit) : undefined;
  const scopes = options.hasReplicas ? new RequestScopes() : undefined;
  const abandoned = options.metrics.counter(
    'http_requests_abandoned_total',
    'Requests whose client disconnected before they were processed',
  );
  // One hook for everything: the call of each further hook would cost about as much as its work (ADR 23).
  app.addHook('onRequest', (request, reply, done) => {
    // A connection that was reset before has no address. For any other, Node caches the address from now on, even after
    // a reset.
    if (request.raw.socket.remoteAddress === undefined) {
      abandoned.inc();
      reply.hijack();
      return void request.raw.socket.destroy();
    }
    reply.headers(headers).header('x-request-id', request.id);
    if (request.is404) observeUnknown(request, reply);
    forgetTypeOfNothing(request.raw);
    const hostFault = findHostFault(request.raw);
    if (hostFault) return done(hostFault);
    // PostgreSQL cannot store U+0000, and no valid path or query contains it.
    if (request.url.includes('%00')) {
      return done(problem('invalid_input', { say: platformWords.zeroByteInAddress }));
    }
    if (answerCors?.(request, reply)) return;
    // Before authentication: requests with a wrong token count against their sender and not against the token's owner.
    const refusal =
      limiter && !isProbe(request.url) ? limiter.refuse(clientNetworkOf(request.ip), Date.now()) : undefined;
    const span = startRequestSpan(request, options.tracer);
    if (scopes || span)
      inTrace(span?.trace, () => (scopes ? scopes.enter(request, () => done(refusal)) : done(refusal)));
    else done(refusal);
  });
  // Entered again, because parsing the body leaves the async context.
  if (scopes) app.addHook('preHandler', (request, _reply, done) => scopes.enter(request, done));
  addRepresentations(app);
  closeConnectionsOnceAnswered(app);
  cutSlowReaders(app, options.metrics);
  return app;
}

function cutSlowReaders(app: App, metrics: Metrics): void {
  const readers = new SlowReaders();
  const cut = metrics.counter(
    'http_connections_cut_total',
    'Connections cut because their client did not read what was sent',
  );
  app.server.on('connection', (socket) => readers.watch(socket));
  const timer = setInterval(() => cut.inc(readers.look()), lookEveryMs).unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

/**
 * Closes busy connections after their answer while the server stops. Fastify closes only connections that are idle when
 * the stop begins. A busy one would otherwise stay open for the client's next request and delay the stop.
 */
function closeConnectionsOnceAnswered(app: App): void {
  const close = (): void => void setImmediate(() => app.server.closeIdleConnections());
  app.addHook('preClose', (done) => {
    subscribe('http.server.response.finish', close);
    done();
  });
  app.addHook('onClose', (_instance, done) => {
    unsubscribe('http.server.response.finish', close);
    done();
  });
}

/** Starts the span of a request, or keeps the trace of its caller. Most requests have neither. */
function startRequestSpan(request: FastifyRequest, tracer: Tracer | undefined): Span | undefined {
  const parent = readTraceparent(request.headers['traceparent']);
  if (!(tracer || parent) || !(request.log instanceof RequestLog)) return undefined;
  const { method } = request;
  const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'praca.request_id': request.id,
  };
  request.log.span = startSpan(tracer, { name: `${method} ${route}`, kind: 'server', attributes }, parent);
  return request.log.span;
}

const spanOf = ({ log }: FastifyRequest): Span | undefined =>
  log instanceof RequestLog ? log.span : undefined;

const mayHaveBody = (methods: string | readonly string[]): boolean =>
  [methods].flat().some((method) => method !== 'GET' && method !== 'HEAD');

/** Enters the trace again, because parsing the body leaves the async context. */
const resumeTrace = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
  inTrace(spanOf(request)?.trace, done);

/**
 * Writes one log line and one measurement per request, without query, headers or body. Returns a function that observes
 * a request without a route. It must be called before the answer, and may be called more than once.
 */
function observeRequests(
  app: Pick<FastifyInstance, 'addHook'>,
  options: ServerOptions,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const lines = options.log.requestLines;
  const observeWith =
    (observe: (status: number, seconds: number) => void) =>
    (request: FastifyRequest, reply: FastifyReply): void => {
      const elapsedMs = reply.elapsedTime;
      observe(reply.statusCode, elapsedMs / 1000);
      const span = spanOf(request);
      lines.write(request.id, request.method, pathOf(request.url), reply.statusCode, elapsedMs, span?.trace);
      span?.end({
        failed: reply.statusCode >= 500,
        attributes: { 'http.response.status_code': reply.statusCode },
      });
    };
  // The observer is bound to the route once: `request.routeOptions` builds an object of twelve fields on each access.
  app.addHook('onRoute', (route) => {
    const observe = observeWith(options.metrics.requestObserver([route.method].flat().join(','), route.url));
    route.onResponse = [
      (request, reply, done) => {
        observe(request, reply);
        done();
      },
      ...[route.onResponse ?? []].flat(),
    ];
    if (mayHaveBody(route.method)) route.preHandler = [resumeTrace, ...[route.preHandler ?? []].flat()];
  });
  app.addHook('onClose', (_instance, done) => {
    lines.flush();
    done();
  });
  const observeUnknown = observeWith(options.metrics.requestObserver('any', 'unknown'));
  const watched = new WeakSet<FastifyRequest>();
  return (request, reply) => {
    if (watched.has(request)) return;
    watched.add(request);
    // On `finish` and not on `close`: a client that disconnects first was not answered, even if the status says so.
    reply.raw.once('finish', () => observeUnknown(request, reply));
  };
}
