import { AsyncLocalStorage } from 'node:async_hooks';

/** Where the current work stands in a trace (W3C Trace Context). Log lines and outgoing requests carry it. */
export interface Trace {
  /** 32 hexadecimal digits, not all 0. */
  readonly traceId: string;
  /** 16 hexadecimal digits, not all 0. Without a tracer it is the span of the caller. */
  readonly spanId: string;
  readonly flags: number;
  /** Starts the spans below. Undefined unless spans are exported. */
  readonly tracer: Tracer | undefined;
}

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** Never contains personal data, paths with ids, or secrets: another company may run the collector. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
}

export interface Span {
  readonly trace: Trace;
  end(outcome?: { readonly failed?: boolean; readonly attributes?: Attributes }): void;
}

export interface Tracer {
  /** Starts a span below the parent, or a trace of its own without one. */
  start(span: SpanStart, parent: Trace | undefined): Span;
  /** Exports the spans that wait, for a limited time. */
  close(): Promise<void>;
}

const header = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads the header `traceparent`. Returns undefined if it is missing or invalid. */
export function readTraceparent(value: unknown, tracer?: Tracer): Trace | undefined {
  if (typeof value !== 'string') return undefined;
  const [, version, traceId, spanId, flags, more] = header.exec(value) ?? [];
  // Only later versions may have more parts.
  if (!traceId || !spanId || !flags || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16), tracer };
}

const writeTraceparent = ({ traceId, spanId, flags }: Trace): string =>
  `00-${traceId}-${spanId}-${(flags & 1).toString(16).padStart(2, '0')}`;

/**
 * Passed by AsyncLocalStorage and not by arguments, because hundreds of operations would have to pass on a value that
 * they do not use. Nothing enters it unless spans are exported or a caller has sent a traceparent.
 */
const traces = new AsyncLocalStorage<Trace>();

export const currentTrace = (): Trace | undefined => traces.getStore();

export const inTrace = <T>(trace: Trace | undefined, work: () => T): T =>
  trace === undefined ? work() : traces.run(trace, work);

/** Returns the header for a request to a server that may know the trace. */
export function traceHeaders(): { traceparent?: string } {
  const trace = traces.getStore();
  return trace ? { traceparent: writeTraceparent(trace) } : {};
}

/** Starts a span, or passes the caller's trace on if spans are not exported. Returns undefined without both. */
export function startSpan(
  tracer: Tracer | undefined,
  start: SpanStart,
  parent: Trace | undefined,
): Span | undefined {
  if (tracer) return tracer.start(start, parent);
  return parent && { trace: parent, end: () => {} };
}

/** Runs the work in a span. */
export async function runSpan<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    const result = await inTrace(span.trace, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}

/** Runs the work in a span below the current one, if spans are exported and there is a current one. */
export function inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const trace = traces.getStore();
  return trace?.tracer ? runSpan(trace.tracer.start(start, trace), work) : work();
}
