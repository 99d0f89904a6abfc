import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { packId, unpackId } from '../../../platform/ids.ts';
import { decodeOnce } from '../../../platform/tokens/one-spelling.ts';

/** The parts of a refresh token. They must be checked against the session's key. */
export interface StatedRefreshToken {
  sessionId: string;
  generation: number;
  mac: Buffer;
}

export const newRefreshKey = (): string => randomBytes(32).toString('base64url');

/**
 * Derives a refresh token from the session's key and a number. So no token is stored, and every old one is recognized.
 */
export function makeRefreshToken(key: string, sessionId: string, generation: number): string {
  return `${packId(sessionId).toString('base64url')}.${generation}.${macOf(key, sessionId, generation).toString('base64url')}`;
}

export function readRefreshToken(text: string): StatedRefreshToken | undefined {
  const match = /^([\w-]{22})\.([1-9]\d{0,8})\.([\w-]{43})$/.exec(text);
  const id = decodeOnce(match?.[1] ?? '', 'base64url');
  const mac = decodeOnce(match?.[3] ?? '', 'base64url');
  if (!match || !id || !mac) return undefined;
  return { sessionId: unpackId(id), generation: Number(match[2]), mac };
}

export function isGenuine(key: string, stated: StatedRefreshToken): boolean {
  return timingSafeEqual(macOf(key, stated.sessionId, stated.generation), stated.mac);
}

function macOf(key: string, sessionId: string, generation: number): Buffer {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(`${sessionId}.${generation}`).digest();
}
