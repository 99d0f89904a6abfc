import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly headers: IncomingHttpHeaders[];
  /** Status of later answers; 0 for no answer at all. */
  status: number;
  close(): Promise<void>;
}

/** A collector that receives traces by OTLP as JSON over HTTP. */
export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    receiver.headers.push(request.headers);
    const spans = readSpans(await json(request));
    if (receiver.status === 0) return;
    if (receiver.status === 200) receiver.spans.push(...spans);
    response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}');
  };
  // A sender that is closed in the middle of a request is not a fault of the receiver.
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    spans: [],
    headers: [],
    status: 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

interface WireSpan extends Omit<ReceivedSpan, 'attributes' | 'parentSpanId'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

interface Wire {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

const readSpans = (body: unknown): ReceivedSpan[] =>
  (body as Wire).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ name, traceId, spanId, parentSpanId = '', attributes }) => ({
      name,
      traceId,
      spanId,
      parentSpanId,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
