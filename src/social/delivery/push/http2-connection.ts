import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';

export interface Http2Answer {
  status: number;
  body: string;
}

export interface Http2Options {
  /** Timeout for one request, from its start to the last byte of its response. */
  timeoutMs: number;
  /** A connection idle for longer is pinged before use. */
  silentMs?: number;
  pingMs?: number;
}

interface Link {
  readonly session: ClientHttp2Session;
  usedMs: number;
  open: number;
  /** Last request that the server will answer, from its GOAWAY. */
  lastStreamId: number;
  isRetired: boolean;
}

const maximumBytes = 65_536;

/**
 * A connection to one server for all requests. It is replaced when it breaks or when the server sends GOAWAY. A request
 * that the server has not processed is sent once more.
 */
export class Http2Connection {
  readonly #origin: string;
  readonly #options: Required<Http2Options>;
  #link: Link | undefined;
  #isClosed = false;

  constructor(origin: string, options: Http2Options) {
    this.#origin = origin;
    this.#options = { silentMs: 60_000, pingMs: 3000, ...options };
  }

  /** Sends a request. Throws an `OutboundError`; every HTTP status is a normal answer. */
  async post(headers: OutgoingHttpHeaders, body: string): Promise<Http2Answer> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    for (let isAgain = false; ; isAgain = true) {
      const link = await this.#usableLink();
      if (!link) throw new OutboundError('unreachable', 'the process is stopping');
      link.open++;
      let stream: ClientHttp2Stream | undefined;
      try {
        stream = link.session.request({ ':method': 'POST', ...headers }, { signal });
        const answer = await readAnswer(stream, body);
        link.usedMs = performance.now();
        return answer;
      } catch (error) {
        // Not used for other requests: the error may have broken the connection.
        this.#retire(link);
        if (!isAgain && !signal.aborted && wasPassedOver(stream, link)) continue;
        throw this.#toOutboundError(error, signal);
      } finally {
        link.open--;
        if (link.isRetired) this.#letGo(link);
      }
    }
  }

  /** Closes the connection permanently. A later connection would keep the process alive. */
  close(): void {
    this.#isClosed = true;
    const link = this.#link;
    this.#link = undefined;
    link?.session.destroy();
  }

  async #usableLink(): Promise<Link | undefined> {
    const link = this.#link;
    if (link && performance.now() - link.usedMs > this.#options.silentMs && !(await this.#isThere(link)))
      this.#retire(link);
    return this.#isClosed ? undefined : (this.#link ?? this.#connect());
  }

  #connect(): Link {
    const session = connect(this.#origin);
    const link: Link = {
      session,
      usedMs: performance.now(),
      open: 0,
      lastStreamId: Number.POSITIVE_INFINITY,
      isRetired: false,
    };
    // Each open request gets its own error.
    session.on('error', () => this.#retire(link));
    session.on('close', () => this.#retire(link));
    session.on('goaway', (_code: number, lastStreamId: number) => {
      link.lastStreamId = lastStreamId;
      this.#retire(link);
    });
    this.#link = link;
    return link;
  }

  #isThere({ session }: Link): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), this.#options.pingMs);
      const answer = (there: boolean): void => {
        clearTimeout(timer);
        resolve(there);
      };
      try {
        if (!session.ping((error) => answer(error === null))) answer(false);
      } catch {
        answer(false);
      }
    });
  }

  #retire(link: Link): void {
    link.isRetired = true;
    if (this.#link === link) this.#link = undefined;
    this.#letGo(link);
  }

  /** Closes the session once its open requests are answered. */
  #letGo({ session, open }: Link): void {
    if (open === 0 && !session.destroyed) session.destroy();
  }

  #toOutboundError(error: unknown, signal: AbortSignal): OutboundError {
    const { host } = new URL(this.#origin);
    if (signal.aborted) return new OutboundError('timed_out', `${host} did not answer in time`, error);
    return new OutboundError('unreachable', `${host} cannot be reached`, error);
  }
}

/**
 * Returns true if the server has certainly not processed the request: it was never sent, was refused, or came after the
 * last one that the server answers.
 */
function wasPassedOver(stream: ClientHttp2Stream | undefined, link: Link): boolean {
  if (stream?.id === undefined) return true;
  return stream.rstCode === constants.NGHTTP2_REFUSED_STREAM || stream.id > link.lastStreamId;
}

function readAnswer(stream: ClientHttp2Stream, body: string): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    let received = 0;
    stream.on('response', (headers) => (status = headers[':status'] ?? 0));
    stream.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= maximumBytes) chunks.push(chunk);
    });
    stream.on('error', reject);
    stream.on('close', () => {
      if (status === 0 || stream.rstCode !== constants.NGHTTP2_NO_ERROR)
        reject(new Error(`the request was closed with code ${stream.rstCode}`));
      else resolve({ status, body: Buffer.concat(chunks).toString('utf8') });
    });
    stream.end(body);
  });
}
