import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badHandshake } from '../../../platform/http/edge/refuse-unparsed.ts';
import {
  unsentLimitBytes,
  watchedSocketOptions,
  watchSocket,
} from '../../../platform/http/edge/watch-socket.ts';
import type { App } from '../../../platform/http/server.ts';
import { sendTyping } from '../chat/send-typing.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import type { CloseReason, LiveHub } from './hub.ts';
import { formatEvent } from './live.rules.ts';
import { liveParams, liveQuery, updatesQuery, updatesSchema } from './live.schemas.ts';
import { listUpdates } from './load-updates.ts';
import { Type } from '../../../platform/http/type.ts';

/** Time in milliseconds for the client to close its side. A stopping process waits no longer. */
const closeTimeoutMs = 1500;
/** The response is written directly, so there is no schema to serialise. */
const eventStream = Type.Unsafe<unknown>({ type: 'string' });
/** Minimum time in milliseconds between frames of one client. Faster frames are dropped. */
const frameEveryMs = 250;
const closeCodes: Readonly<Record<CloseReason, number>> = {
  stopping: 1001,
  session_ended: 4401,
  token_expired: 4401,
  too_slow: 1013,
  too_many: 4429,
  too_many_frames: 1008,
};

export async function liveRoutes(app: App, context: SocialContext, hub: LiveHub): Promise<void> {
  // A separate scope keeps the hooks of the WebSocket plug-in away from other routes.
  await app.register(async (scope) => addRoutes(scope, context, hub));
}

async function addRoutes(app: App, context: SocialContext, hub: LiveHub): Promise<void> {
  // Runs before the hook of the WebSocket plug-in, which would close connections without a reason.
  app.addHook('preClose', () => hub.close());
  await app.register(websocket, {
    options: { ...watchedSocketOptions, server: listenOnce(app.server) },
    errorHandler: (_error, socket) => socket.terminate(),
  });
  app.websocketServer.on('wsClientError', (error, socket) =>
    app.server.emit('clientError', Object.assign(error, { code: badHandshake }), socket),
  );
  app.route({
    method: 'GET',
    url: '/user/:userId/live',
    exposeHeadRoute: false,
    config: { access: 'own' },
    schema: {
      tags: ['live'],
      summary: 'Receive updates of a user live',
      description:
        'A WebSocket if the request asks for an upgrade, otherwise server-sent events. Begins with `ready` and its `seq`, followed by `message`, `read`, `typing`, `combination`, `combination_undone`, `chat_emptied`, `notice` and `report`, each with a `seq`. A later `ready` with `complete: false` means the same as in `updates`: read the combinations and chats again. `since`, or the header Last-Event-ID, continues after an earlier connection. Over a WebSocket, `{"type":"typing","to":id}` reports typing to another user. The connection ends when the token expires.',
      params: liveParams,
      querystring: liveQuery,
      response: {
        101: Type.Null({ description: 'The WebSocket' }),
        200: { description: 'The events', content: { 'text/event-stream': { schema: eventStream } } },
      },
    },
    handler: (request, reply) => serveStream(hub, request, reply),
    wsHandler: (socket, request) => {
      serveSocket(context, hub, socket, request).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a live connection failed');
        socket.close(1011);
      });
    },
  });

  app.get(
    '/user/:userId/updates',
    {
      config: { access: 'own' },
      schema: {
        tags: ['live'],
        summary: 'Read the updates of a user since a number',
        params: liveParams,
        querystring: updatesQuery,
        response: { 200: updatesSchema },
      },
    },
    async (request) => {
      const { since, limit } = request.query;
      const { updates, lastSeq, more, complete } = await listUpdates(context, userOf(request), since, limit);
      return { updates, seq: lastSeq, more, complete };
    },
  );
}

/**
 * Listens for upgrades only once: if social is also served at the root, its routes are added twice.
 * Closes the connections of refused upgrades (no valid token), which would otherwise stay open.
 */
function listenOnce(server: Server): Server {
  if (server.listenerCount('upgrade') > 0) return new EventEmitter() as Server;
  server.on('upgrade', (_request, socket: Socket) => {
    socket.setTimeout(30_000, () => socket.destroy());
  });
  return server;
}

/** Returns the user with the session and the expiry of the token. Either one ends the connection. */
function identify(request: FastifyRequest) {
  if (!request.socialUser) throw problem('unauthorized');
  return request.socialUser;
}

function sinceOf(request: FastifyRequest): number | undefined {
  const { since } = request.query as { since?: number };
  const header = request.headers['last-event-id'];
  return since ?? (typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined);
}

async function serveSocket(
  context: SocialContext,
  hub: LiveHub,
  socket: WebSocket,
  request: FastifyRequest,
): Promise<void> {
  const user = identify(request);
  let ended = false;
  let remove = (): void => {};
  socket.on('close', () => {
    ended = true;
    remove();
  });
  let lastFrameMs = -Infinity;
  socket.on('message', (data) => {
    const nowMs = performance.now();
    if (nowMs - lastFrameMs < frameEveryMs) return;
    lastFrameMs = nowMs;
    const to = readTyping((data as Buffer).toString());
    if (to !== undefined) sendTyping(context, user.userId, to).catch(() => {});
  });
  const close = (reason: CloseReason): void => {
    // A client that reads too slowly would not read a close frame.
    if (reason === 'too_slow') socket.terminate();
    else {
      socket.close(closeCodes[reason], reason);
      setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
    }
  };
  const watched = watchSocket(socket, close);
  const connection = {
    ...user,
    send: (_update: unknown, json: string) => {
      socket.send(json);
      return watched.keepsUp();
    },
    beat: watched.beat,
    close,
  };
  remove = await hub.add(connection, sinceOf(request), (beginning) =>
    socket.send(JSON.stringify({ type: 'ready', ...beginning })),
  );
  if (ended) remove();
}

function readTyping(text: string): string | undefined {
  try {
    const { type, to } = JSON.parse(text) as { type?: unknown; to?: unknown };
    return type === 'typing' && typeof to === 'string' ? to.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}

async function serveStream(
  hub: LiveHub,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const user = identify(request);
  const output = new PassThrough();
  let ended = false;
  let remove = (): void => {};
  output.on('close', () => {
    ended = true;
    remove();
  });
  const fits = (): boolean => output.writableLength + output.readableLength <= unsentLimitBytes;
  const connection = {
    ...user,
    send: (update: { seq: number; type: string }, json: string) => {
      output.write(formatEvent(update, json));
      return fits();
    },
    beat: () => {
      output.write(': beat\n\n');
      return fits();
    },
    close: (reason: CloseReason) => {
      if (reason === 'too_slow') output.destroy();
      else {
        output.end(`event: end\ndata: ${JSON.stringify({ type: 'end', reason })}\n\n`);
        setTimeout(() => reply.raw.destroy(), closeTimeoutMs).unref();
      }
    },
  };
  remove = await hub.add(connection, sinceOf(request), (beginning) =>
    output.write(
      `id: ${beginning.seq}\nevent: ready\ndata: ${JSON.stringify({ type: 'ready', ...beginning })}\n\n`,
    ),
  );
  if (ended) remove();
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
    .send(output);
}
