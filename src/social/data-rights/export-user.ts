import { exportAppeals } from '../appeals/settle-appeals.ts';
import { exportMessages } from '../chat/chat-summaries.ts';
import { exportDevices } from '../devices/change-devices.ts';
import { exportNotices } from '../enforcement/list-notices.ts';
import { exportAttendances } from '../events/list-participants.ts';
import { writeStoredMoment } from '../../platform/time/stored-moment.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { findEverything } from './data-rights.store.ts';

/** All that is kept about a user, for the user. */
export async function exportUser(context: SocialContext, userId: string): Promise<Record<string, unknown>> {
  const [own, attendances, messages, devices, notices, appeals] = await Promise.all([
    findEverything(context.sql.reading, userId),
    exportAttendances(context.sql.reading, userId),
    exportMessages(context.sql.reading, userId),
    exportDevices(context.sql.reading, userId),
    exportNotices(context.sql.reading, userId),
    exportAppeals(context.sql.reading, userId),
  ]);
  const exportedAt = context.clock.now().toISOString();
  return { exported_at: exportedAt, ...writeMoments(own), attendances, messages, devices, notices, appeals };
}

/** By the names that columns of moments have, for nothing that a user wrote may be changed. */
const momentName = /(?:_at|_until)$|^since$/;

/** In rows that PostgreSQL wrote as JSON. */
const writeMoments = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      momentName.test(name) ? writeStoredMoment(one) : writeWithin(one),
    ]),
  );

function writeWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writeWithin);
  return typeof value === 'object' && value !== null ? writeMoments(value as Record<string, unknown>) : value;
}
