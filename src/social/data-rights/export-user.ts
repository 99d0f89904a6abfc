import { exportAppeals } from '../appeals/settle-appeals.ts';
import { exportMessages } from '../chat/chat-summaries.ts';
import { exportDevices } from '../devices/change-devices.ts';
import { exportNotices } from '../enforcement/list-notices.ts';
import { exportAttendances } from '../events/list-participants.ts';
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
  return { exported_at: exportedAt, ...own, attendances, messages, devices, notices, appeals };
}
