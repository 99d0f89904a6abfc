import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (response: ServerResponse, request: IncomingMessage, received: ReceivedWebhook) => void;

export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedWebhook[];
  /** The answer to later requests, 204 by default. */
  answer: Answer;
  connections(): number;
  close(): Promise<void>;
}

/** Opens a merchant's server over real HTTP. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      receiver.received.push(entry);
      receiver.answer(response, request, entry);
    });
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received: [],
    answer: status(204),
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body);

/** Reads the request and never answers. */
export const hang: Answer = () => {};

/** Verifies with the reference library. Throws if the signature is wrong. */
export function verifyWebhook(secret: string, received: ReceivedWebhook): Record<string, unknown> {
  return new Webhook(secret).verify(received.body, received.headers as Record<string, string>) as Record<
    string,
    unknown
  >;
}
