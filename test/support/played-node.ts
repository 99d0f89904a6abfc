import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface NodeCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface PlayedRpcNode {
  /** Includes the required user name and password. */
  readonly url: string;
  readonly host: string;
  readonly calls: NodeCall[];
  close(): Promise<void>;
}

/** Returns the JSON text of `result`, or throws the node's error. */
export type Play = (method: string, params: readonly unknown[]) => string;

export class PlayedRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers as a node does: status 500 for an error, 401 for a wrong password, and a list for a batch. */
export function playNode(play: Play): Promise<PlayedRpcNode> {
  return playHttp((request, response, body, calls) => {
    if (request.headers.authorization !== `Basic ${btoa('praca:secret-word')}`) {
      response.writeHead(401).end();
      return;
    }
    const given = JSON.parse(body) as NodeCall | NodeCall[];
    const answers = [given].flat().map((call) => {
      calls.push(call);
      return answerTo(call, play);
    });
    const refused = !Array.isArray(given) && answers.some(({ refused }) => refused);
    const texts = answers.map(({ text }) => text);
    response
      .writeHead(refused ? 500 : 200, { 'content-type': 'application/json' })
      .end(Array.isArray(given) ? `[${texts.join(',')}]` : texts[0]);
  });
}

function answerTo({ id, method, params }: NodeCall, play: Play): { text: string; refused: boolean } {
  try {
    const text = `{"result":${play(method, params)},"error":null,"id":${JSON.stringify(id)}}`;
    return { text, refused: false };
  } catch (error) {
    if (!(error instanceof PlayedRefusal)) throw error;
    const { code, message } = error;
    return { text: JSON.stringify({ result: null, error: { code, message }, id }), refused: true };
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string, calls: NodeCall[]) => void;

/** Starts an HTTP server with any behaviour. */
export async function playHttp(answer: Answer): Promise<PlayedRpcNode> {
  const calls: NodeCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString(), calls));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: `http://praca:secret-word@${host}`,
    host,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
