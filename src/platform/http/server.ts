import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { newId } from '../ids.ts';
import { problem } from '../problem.ts';
import { timestamp, type Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createRequestLines } from '../telemetry/request-lines.ts';
import { addBodyParsers } from './body-parsers.ts';
import { addCors } from './cors.ts';
import { addErrorHandlers, pathOf, sendProblem } from './errors.ts';
import { limitRate, RateLimiter } from './rate-limit.ts';
import { RequestLog } from './request-log.ts';
import { validatorCompiler } from './validation.ts';

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
  const app = fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    childLoggerFactory: (log, bindings) => new RequestLog(log, bindings) as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    genReqId: () => newId(),
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // A request without a body needs no stream for one: a tenth of a small request's time.
    http: { optimizeEmptyRequests: true },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for what the router itself refuses.
      reply.headers(headers).header('x-request-id', request.id);
      sendProblem(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(validatorCompiler);
  addBodyParsers(app);
  addErrorHandlers(app);
  observeRequests(app, options);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    // PostgreSQL has no U+0000, and no honest path or query needs one.
    done(
      request.url.includes('%00')
        ? problem('invalid_input', { detail: 'The address contains %00.' })
        : undefined,
    );
  });
  if (options.corsOrigins.length > 0) addCors(app, options.corsOrigins);
  const limiter = new RateLimiter(options.rateLimit);
  if (limiter.enabled) app.addHook('onRequest', limitRate(limiter));
  return app;
}

/** One line and one measurement a request. Neither ever has a query, a header or a body in it. */
function observeRequests(app: Pick<FastifyInstance, 'addHook'>, options: ServerOptions): void {
  const lines = createRequestLines(options.log, timestamp);
  const observeWith =
    (observe: (status: number, seconds: number) => void) =>
    (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const elapsedMs = reply.elapsedTime;
      observe(reply.statusCode, elapsedMs / 1000);
      lines.write(request.id, request.method, pathOf(request.url), reply.statusCode, elapsedMs);
      done();
    };
  // Bound to its route once: asking a request for its route builds an object of twelve fields each time.
  app.addHook('onRoute', (route) => {
    const observe = options.metrics.requestObserver([route.method].flat().join(','), route.url);
    route.onResponse = [observeWith(observe), ...[route.onResponse ?? []].flat()];
  });
  const observeUnknown = observeWith(options.metrics.requestObserver('any', 'unknown'));
  app.addHook('onResponse', (request, reply, done) =>
    request.is404 ? observeUnknown(request, reply, done) : done(),
  );
  app.addHook('onClose', (_instance, done) => {
    lines.flush();
    done();
  });
}
