import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';

export interface FcmMessage {
  token: string;
  notification: { title: string; body: string };
  data: Record<string, string>;
  android: { priority: string; ttl: string; collapse_key?: string; notification: { tag: string } };
  apns: { headers: Record<string, string>; payload: { aps: Record<string, unknown> } };
}

interface Reply {
  status: number;
  errorCode?: string;
  message?: string;
  /** Names of invalid fields in the request. */
  fields?: string[];
  headers?: Record<string, string>;
  /** An HTML answer of a proxy between FCM and Praça. */
  html?: string;
}

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};
const projectId = 'praca-test';
const clientEmail = `push@${projectId}.iam.gserviceaccount.com`;
const keyId = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c';
const scope = 'https://www.googleapis.com/auth/firebase.messaging';

/**
 * Simulates Google's two services as documented: one returns an access token for a signed assertion (RFC 7523), and FCM
 * HTTP v1 checks that token and the message and answers with the documented errors.
 */
export class PlayedFcm {
  /** Accepted messages, oldest first. */
  readonly taken: FcmMessage[] = [];
  /** All send requests, including refused ones. */
  readonly asked: string[] = [];
  /** Replies for a token, one per request, before a message to it is accepted. */
  readonly replies = new Map<string, Reply[]>();
  tokenRequests = 0;
  tokenLastsSeconds = 3599;
  tokensAreAway = false;
  hangs = false;
  nowMs: () => number = () => Date.now();
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #access = new Map<string, number>();
  readonly #server: Server = createServer((request, response) => {
    // The client has disconnected, so no answer is possible.
    this.#serve(request, response).catch(() => response.destroy());
  });
  url = '';

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Returns the service account's file with its own key or a forged one. */
  account(privateKey: KeyObject = this.#keys.privateKey, fields: Record<string, unknown> = {}): string {
    return JSON.stringify({
      type: 'service_account',
      project_id: projectId,
      private_key_id: keyId,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: clientEmail,
      client_id: '100000000000000000001',
      token_uri: `${this.url}/token`,
      ...fields,
    });
  }

  revokeAccess(): void {
    this.#access.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.hangs) return;
    const body = Buffer.concat(chunks).toString('utf8');
    const send = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
      response.end(JSON.stringify(value));
    };
    if (request.url === '/token') {
      const [status, value] = await this.#giveAccess(body);
      send(status, value);
      return;
    }
    const reply = this.#send(request, body);
    if (typeof reply === 'string') send(200, { name: reply });
    else if (reply.html !== undefined) response.writeHead(reply.status).end(reply.html);
    else send(reply.status, errorBody(reply), reply.headers);
  }

  async #giveAccess(body: string): Promise<[number, unknown]> {
    this.tokenRequests++;
    if (this.tokensAreAway) return [503, { error: 'temporarily_unavailable' }];
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return [400, { error: 'unsupported_grant_type' }];
    try {
      const { payload, protectedHeader } = await jwtVerify(
        form.get('assertion') ?? '',
        this.#keys.publicKey,
        {
          algorithms: ['RS256'],
          issuer: clientEmail,
          audience: `${this.url}/token`,
          requiredClaims: ['iat', 'exp', 'scope'],
          currentDate: new Date(this.nowMs()),
          clockTolerance: 5,
        },
      );
      const { exp = 0, iat = 0 } = payload;
      if (protectedHeader.kid !== keyId || payload['scope'] !== scope) throw new Error('not this account');
      if (exp - iat > 3600 || iat * 1000 > this.nowMs() + 5000) throw new Error('not a reasonable timeframe');
    } catch {
      return [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }];
    }
    const token = `ya29.${randomBytes(24).toString('base64url')}`;
    this.#access.set(token, this.nowMs() + this.tokenLastsSeconds * 1000);
    return [200, { access_token: token, expires_in: this.tokenLastsSeconds, token_type: 'Bearer' }];
  }

  /** Returns the message's name, or the refusal. */
  #send(request: IncomingMessage, body: string): string | Reply {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((this.#access.get(bearer) ?? 0) <= this.nowMs()) return { status: 401 };
    if (request.method !== 'POST' || request.url !== `/v1/projects/${projectId}/messages:send`)
      return { status: 404 };
    const { message } = JSON.parse(body) as { message: FcmMessage };
    this.asked.push(message.token);
    const prepared = this.replies.get(message.token)?.shift();
    if (prepared) return prepared;
    const fields = findWrongFields(message, Buffer.byteLength(body));
    if (fields.length > 0) return { status: 400, fields };
    this.taken.push(message);
    return `projects/${projectId}/messages/0:${this.taken.length}`;
  }
}

function errorBody({ status, errorCode, message, fields }: Reply) {
  const details: unknown[] = [];
  if (errorCode !== undefined)
    details.push({ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode });
  if (fields !== undefined)
    details.push({
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: fields.map((field) => ({ field, description: `Invalid value at '${field}'` })),
    });
  return {
    error: {
      code: status,
      message: message ?? 'Something is wrong.',
      status: statusNames[status] ?? 'UNKNOWN',
      ...(details.length > 0 ? { details } : {}),
    },
  };
}

const known: Record<string, readonly string[]> = {
  message: ['token', 'notification', 'data', 'android', 'apns'],
  'message.notification': ['title', 'body'],
  'message.android': ['priority', 'ttl', 'notification'],
  'message.android.notification': ['tag'],
  'message.apns': ['headers', 'payload'],
};

function findWrongFields(message: FcmMessage, bytes: number): string[] {
  const wrong: string[] = [];
  for (const [path, names] of Object.entries(known)) {
    const value = path
      .split('.')
      .slice(1)
      .reduce<unknown>((object, name) => (object as Record<string, unknown>)[name], message);
    wrong.push(
      ...Object.keys(value as object)
        .filter((name) => !names.includes(name))
        .map((name) => `${path}.${name}`),
    );
  }
  for (const [name, value] of Object.entries(message.data)) {
    const isReserved = name === 'from' || name === 'message_type' || /^(?:google|gcm)/.test(name);
    if (isReserved || typeof value !== 'string') wrong.push(`message.data[${name}]`);
  }
  if (!/^\d+(?:\.\d+)?s$/.test(message.android.ttl)) wrong.push('message.android.ttl');
  if (!['HIGH', 'NORMAL'].includes(message.android.priority)) wrong.push('message.android.priority');
  if (bytes > 4096 + 1024) wrong.push('message');
  return wrong;
}
