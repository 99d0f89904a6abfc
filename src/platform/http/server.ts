import cors from '@fastify/cors';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { newId } from '../ids.ts';
import { problem } from '../problem.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { addBodyParsers } from './body-parsers.ts';
import { addErrorHandlers, pathOf, sendProblem } from './errors.ts';
import { limitRate, RateLimiter } from './rate-limit.ts';
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
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export async function createServer(options: ServerOptions): Promise<App> {
  const app = fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    genReqId: () => newId(),
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  const headers = options.https
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : securityHeaders;
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
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: options.corsOrigins.includes('*') ? '*' : [...options.corsOrigins],
      exposedHeaders: ['x-request-id', 'link', 'retry-after', 'idempotency-replayed', 'x-session-token'],
      maxAge: 600,
    });
  }
  const limiter = new RateLimiter(options.rateLimit);
  if (limiter.enabled) app.addHook('onRequest', limitRate(limiter));
  return app;
}

/** One line and one measurement a request. Neither ever has a query, a header or a body in it. */
function observeRequests(app: Pick<FastifyInstance, 'addHook'>, options: ServerOptions): void {
  const observers = new WeakMap<object, (status: number, seconds: number) => void>();
  const unknown = options.metrics.requestObserver('any', 'unknown');
  const observerOf = (request: FastifyRequest): ((status: number, seconds: number) => void) => {
    const { config, url } = request.routeOptions;
    if (url === undefined) return unknown;
    const known = observers.get(config);
    if (known) return known;
    const made = options.metrics.requestObserver(request.method, url);
    observers.set(config, made);
    return made;
  };
  const logged = options.log.isLevelEnabled('info');
  app.addHook('onResponse', (request, reply, done) => {
    const elapsedMs = reply.elapsedTime;
    observerOf(request)(reply.statusCode, elapsedMs / 1000);
    if (logged) {
      options.log.info({
        request_id: request.id,
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(elapsedMs * 100) / 100,
      });
    }
    done();
  });
}
