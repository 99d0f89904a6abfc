import { randomBytes } from 'node:crypto';
import type { WebSocket } from '@fastify/websocket';

/**
 * Limit in bytes of unsent data, beyond which a connection is closed. The client reconnects and continues from its last
 * event number.
 */
export const unsentLimitBytes = 1024 * 1024;
/** Maximum number of pings and pongs from a client between two beats. No real client sends more than one a second. */
export const controlFramesPerBeat = 100;
const beatBytes = 8;

/** Automatic pongs are off: `ws` would answer every ping, regardless of unsent data. */
export const watchedSocketOptions = { autoPong: false, maxPayload: 4096 };

export interface WatchedSocket {
  /** Sends a ping. Returns false if the previous one was not answered. */
  beat(): boolean;
  /** Returns true while the unsent data is below the limit. */
  keepsUp(): boolean;
}

/** Answers pings, and calls `cut` if the client sends too many control frames or does not read. */
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
    // `cut` is called once, although more frames may have arrived already.
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
