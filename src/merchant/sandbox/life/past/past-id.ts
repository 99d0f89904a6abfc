import { randomUUID } from 'node:crypto';
import { firstIdAt } from '../../../../platform/ids.ts';

/** Returns a UUIDv7 of a time in the past. */
export const pastId = (ms: number): string => firstIdAt(ms).slice(0, 15) + randomUUID().slice(15);
