import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type Http2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { createSelfSigned } from './self-signed.ts';

export interface ApnsNotification {
  token: string;
  headers: IncomingHttpHeaders;
  payload: Record<string, unknown> & { aps: { alert: { title: string; body: string } } };
}

interface Reply {
  status: number;
  reason?: string;
  timestamp?: number;
  /** Instead of an answer, the server sends GOAWAY, refuses the stream, breaks the connection or never answers. */
  instead?: 'goaway' | 'refuse' | 'break' | 'hang';
}

const minuteMs = 60_000;

/**
 * Simulates Apple's push service as documented: HTTP/2 over TLS, provider tokens checked by key, team and age, and the
 * documented errors.
 */
export class PlayedApns {
  readonly keyId = 'ABC123DEFG';
  readonly teamId = 'DEF123GHIJ';
  readonly topic = 'com.example.praca';
  readonly taken: ApnsNotification[] = [];
  /** All requests, including refused ones. */
  readonly asked: string[] = [];
  readonly replies = new Map<string, Reply[]>();
  readonly providerTokens = new Set<string>();
  connections = 0;
  pings = 0;
  nowMs: () => number = () => Date.now();
  readonly certificate: string;
  url = '';
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  readonly #server: Http2SecureServer;
  readonly #sessions = new Set<Http2Session>();
  readonly #latest = new WeakMap<Http2Session, { token: string; atMs: number }>();

  constructor() {
    const { key, cert } = createSelfSigned();
    this.certificate = cert;
    this.#server = createSecureServer({ key, cert });
    this.#server.on('session', (session) => {
      this.connections++;
      this.#sessions.add(session);
      session.on('ping', () => this.pings++);
      session.on('error', () => {});
      session.on('close', () => this.#sessions.delete(session));
    });
    this.#server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      // The client has disconnected, so no answer is possible.
      this.#serve(stream, headers).catch(() => stream.destroy());
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.breakConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  breakConnections(): void {
    for (const session of this.#sessions) session.destroy();
  }

  key(): string {
    return this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  }

  keyObject(): KeyObject {
    return this.#keys.privateKey;
  }

  async #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const [, token = ''] = /^\/3\/device\/([0-9a-f]+)$/.exec(headers[':path'] ?? '') ?? [];
    this.asked.push(token);
    const prepared = this.replies.get(token)?.shift();
    const { session } = stream;
    if (prepared?.instead === 'hang' || !session) return;
    if (prepared?.instead === 'break') return session.destroy();
    if (prepared?.instead === 'refuse') return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    if (prepared?.instead === 'goaway')
      return session.goaway(constants.NGHTTP2_NO_ERROR, (stream.id ?? 1) - 2);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const reply =
      (await this.#checkProvider(session, headers)) ?? prepared ?? this.#check(headers, token, body);
    if (reply === undefined) {
      this.taken.push({
        token,
        headers,
        payload: JSON.parse(body.toString()) as ApnsNotification['payload'],
      });
      stream.respond({ ':status': 200, 'apns-id': headers['apns-id'] ?? '' }, { endStream: true });
      return;
    }
    stream.respond({ ':status': reply.status });
    const { reason, timestamp } = reply;
    stream.end(JSON.stringify(timestamp === undefined ? { reason } : { reason, timestamp }));
  }

  async #checkProvider(session: Http2Session, headers: IncomingHttpHeaders): Promise<Reply | undefined> {
    const [, token] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) return { status: 403, reason: 'MissingProviderToken' };
    const invalid = { status: 403, reason: 'InvalidProviderToken' };
    let issuedMs: number;
    try {
      const { alg, kid } = decodeProtectedHeader(token);
      if (alg !== 'ES256' || kid !== this.keyId) return invalid;
      const { payload } = await jwtVerify(token, this.#keys.publicKey, {
        algorithms: ['ES256'],
        issuer: this.teamId,
        requiredClaims: ['iat'],
      });
      issuedMs = (payload.iat ?? 0) * 1000;
    } catch {
      return invalid;
    }
    this.providerTokens.add(token);
    if (Math.abs(this.nowMs() - issuedMs) > 60 * minuteMs)
      return { status: 403, reason: 'ExpiredProviderToken' };
    const before = this.#latest.get(session);
    if (before && before.token !== token && this.nowMs() - before.atMs < 20 * minuteMs)
      return { status: 429, reason: 'TooManyProviderTokenUpdates' };
    if (before?.token !== token) this.#latest.set(session, { token, atMs: this.nowMs() });
    return undefined;
  }

  #check(headers: IncomingHttpHeaders, token: string, body: Buffer): Reply | undefined {
    const bad = (reason: string): Reply => ({ status: 400, reason });
    if (headers[':method'] !== 'POST') return { status: 405, reason: 'MethodNotAllowed' };
    if (token === '') return { status: 404, reason: 'BadPath' };
    if (token.length < 64) return bad('BadDeviceToken');
    if (headers['apns-topic'] === undefined) return bad('MissingTopic');
    if (headers['apns-topic'] !== this.topic) return bad('DeviceTokenNotForTopic');
    if (headers['apns-push-type'] !== 'alert') return bad('InvalidPushType');
    if (!['10', '5', '1'].includes(String(headers['apns-priority']))) return bad('BadPriority');
    if (Buffer.byteLength(String(headers['apns-collapse-id'])) > 64) return bad('BadCollapseId');
    if (!/^\d+$/.test(String(headers['apns-expiration']))) return bad('BadExpirationDate');
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(headers['apns-id'])))
      return bad('BadMessageId');
    if (body.length === 0) return bad('PayloadEmpty');
    return body.length > 4096 ? { status: 413, reason: 'PayloadTooLarge' } : undefined;
  }
}
