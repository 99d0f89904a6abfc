import { randomBytes } from 'node:crypto';
import type { WebSocket } from '@fastify/websocket';

/** What a connection may have unsent before it is cut: the client comes back and asks from its last number on. */
export const unsentLimitBytes = 1024 * 1024;
/** Pings and pongs of a client between two beats. One a second is more than any client sends. */
export const controlFramesPerBeat = 100;
const beatBytes = 8;

/** By default `ws` answers every ping at once, however much is unsent. */
export const watchedSocketOptions = { autoPong: false, maxPayload: 4096 };

export interface WatchedSocket {
  /** Asks for a pong. False: the one before was not answered. */
  beat(): boolean;
  /** Whether the client keeps up with what is sent. */
  keepsUp(): boolean;
}

/** Answers pings, and calls `cut` when the client sends too many control frames or does not read the answers. */
export function watchSocket(
  socket: WebSocket,
  cut: (reason: 'too_slow' | 'too_many_frames') => void,
): WatchedSocket {
  let controlFrames = 0;
  /** Random, so that only a client that has read the ping can answer it. */
  let asked: Buffer | undefined;
  const keepsUp = (): boolean => socket.bufferedAmount <= unsentLimitBytes;
  const isWelcome = (): boolean => {
    controlFrames += 1;
    if (controlFrames <= controlFramesPerBeat && keepsUp()) return true;
    // Once: the frames behind it may have arrived already.
    if (socket.readyState === socket.OPEN) cut(keepsUp() ? 'too_many_frames' : 'too_slow');
    return false;
  };
  socket.on('ping', (data: Buffer) => {
    if (isWelcome()) socket.pong(data);
  });
  socket.on('pong', (data: Buffer) => {
    if (isWelcome() && asked?.equals(data)) asked = undefined;
  });
  socket.on('message', () => {
    if (!keepsUp()) cut('too_slow');
  });
  return {
    keepsUp,
    beat() {
      if (asked) return false;
      controlFrames = 0;
      asked = randomBytes(beatBytes);
      socket.ping(asked);
      return true;
    },
  };
}
