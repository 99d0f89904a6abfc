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
import { addBodyParsers } from './body-parsers.ts';
import { addCors } from './edge/cors.ts';
import { fieldDetails } from './details/field-details.ts';
import { platformDetails } from './details/platform-details.ts';
import { createTranslator, type DetailWords } from './details/translate-detail.ts';
import { addErrorHandlers, pathOf, sendProblem } from './errors.ts';
import { isProbe } from './probes.ts';
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
  bodyLimitBytes: number;
  trustProxy: readonly string[];
  corsOrigins: readonly string[];
  rateLimit: number;
  https: boolean;
  /** Then the database has to know who asks. */
  hasReplicas?: boolean;
  /** Of the services: their details in other languages. */
  details?: readonly DetailWords[];
}

/** An API answer is data: no browser may run, frame, sniff or keep it. Pages relax what they need. */
const securityHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

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
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: trust ?? false,
    genReqId: requestIdGenerator(trust),
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: {
      // A request without a body needs no stream for one: a tenth of a small request's time.
      optimizeEmptyRequests: true,
      // Checked in the hook below, where a refusal is a problem like any other.
      requireHostHeader: false,
      shouldUpgradeCallback: upgrades.isTaken,
    },
    rewriteUrl: targetOf,
    clientErrorHandler: unparsed.onClientError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 3200 },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for what the router itself refuses.
      reply.headers(headers).header('x-request-id', request.id);
      sendProblem(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.decorate(
    'translateDetail',
    createTranslator([platformDetails, fieldDetails, ...(options.details ?? [])]),
  );
  app.decorate('grantedUpgrades', upgrades.granted);
  upgrades.listen(app.server);
  app.server.on('checkExpectation', unparsed.onExpectation);
  app.addHook('onRoute', (route) => upgrades.note(route));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addBodyParsers(app);
  const observeUnknown = observeRequests(app, options);
  // Also for a route that calls `callNotFound`: Fastify then skips the route's own onResponse, which would have observed it.
  addErrorHandlers(app, observeUnknown);
  const answerCors = options.corsOrigins.length > 0 ? addCors(app, options.corsOrigins) : undefined;
  const limiter = options.rateLimit > 0 ? new RateLimiter(options.rateLimit) : undefined;
  const scopes = options.hasReplicas ? new RequestScopes() : undefined;
  const abandoned = options.metrics.counter(
    'http_requests_abandoned_total',
    'Requests whose client had gone before they were looked at',
  );
  // One hook for all of it: each more would cost every request about what its work does (ADR 23).
  app.addHook('onRequest', (request, reply, done) => {
    // A connection that was reset has no address. Of any other, Node keeps it from now on, also after a reset.
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
    // PostgreSQL has no U+0000, and no honest path or query needs one.
    if (request.url.includes('%00')) {
      return done(problem('invalid_input', { detail: 'The address contains %00.' }));
    }
    if (answerCors?.(request, reply)) return;
    // Before the token is looked at: a wrong token costs the sender, not its owner.
    const refusal =
      limiter && !isProbe(request.url) ? limiter.refuse(clientNetworkOf(request.ip), Date.now()) : undefined;
    if (scopes) scopes.enter(request, () => done(refusal));
    else done(refusal);
  });
  // Once more: what follows is called by whatever read the body.
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
 * When the server closes, only connections that are idle at that moment are closed. One that is busy would be kept
 * for the client's next request once it has its answer, and hold up the stop for as long as it may take.
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

/**
 * One line and one measurement a request; neither ever has a query, a header or a body in it. For what has
 * no route, the function given back is called before it is answered, once or more.
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
      lines.write(request.id, request.method, pathOf(request.url), reply.statusCode, elapsedMs);
    };
  // Bound to its route once: asking a request for its route builds an object of twelve fields each time.
  app.addHook('onRoute', (route) => {
    const observe = observeWith(options.metrics.requestObserver([route.method].flat().join(','), route.url));
    route.onResponse = [
      (request, reply, done) => {
        observe(request, reply);
        done();
      },
      ...[route.onResponse ?? []].flat(),
    ];
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
    // Not when it is closed: a client that goes before it has its answer was not answered at all, whatever the status says.
    reply.raw.once('finish', () => observeUnknown(request, reply));
  };
}
