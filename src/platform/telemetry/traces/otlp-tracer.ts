import type { SpanOptions } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger.ts';
import { createOutage, type Outage } from '../outage.ts';
import type { Span, SpanKind, SpanStart, Trace, Tracer } from './trace.ts';

/** Spans that wait for their export. Further ones are dropped. */
const mostWaiting = 2048;
const mostInBatch = 512;
const exportEveryMs = 2000;
const exportTimeoutMs = 10_000;
/** Time limit in milliseconds for the last export of a process. */
const closeMs = 2000;

export interface OtlpOptions {
  /** Base URL of the collector. `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of traces that are exported, 0 to 1. Decided by the trace id, and not by the caller. */
  readonly ratio: number;
}

/** Opens the export of spans. The packages are loaded here, so that a process without a collector never loads them. */
export async function openOtlpTracer(options: OtlpOptions, log: Logger): Promise<Tracer> {
  const [api, { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider }, otlp, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new otlp.OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: 2,
  });
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': options.serviceName }),
    sampler: new TraceIdRatioBasedSampler(options.ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logFailures(exporter, createOutage(log, 'the export of traces')),
        maxQueueSize: mostWaiting,
        maxExportBatchSize: mostInBatch,
        scheduledDelayMillis: exportEveryMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const spans = provider.getTracer('praca');
  const kinds: Readonly<Record<SpanKind, SpanOptions['kind']>> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  };
  const tracer: Tracer = {
    start({ name, kind, attributes = {} }: SpanStart, parent: Trace | undefined): Span {
      const within = parent
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: parent.flags,
            isRemote: parent.tracer === undefined,
          })
        : api.ROOT_CONTEXT;
      const span = spans.startSpan(name, { kind: kinds[kind] ?? api.SpanKind.INTERNAL, attributes }, within);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        trace: { traceId, spanId, flags: traceFlags, tracer },
        end({ failed = false, attributes: more = {} } = {}) {
          span.setAttributes(more);
          if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, closeMs);
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
  return tracer;
}

/** Logs once when exports begin to fail and once when they succeed again. */
const logFailures = (exporter: SpanExporter, outage: Outage): SpanExporter => ({
  export(batch, done) {
    exporter.export(batch, (result) => {
      if (result.error === undefined) outage.worked();
      else outage.failed(new Error(describe(result.error)));
      done(result);
    });
  },
  shutdown: () => exporter.shutdown(),
});

/** Names the error and its code, such as the status. Its message contains the answer of the collector. */
const describe = (error: Error & { readonly code?: string | number }): string =>
  error.code === undefined ? error.name : `${error.name} ${error.code}`;
