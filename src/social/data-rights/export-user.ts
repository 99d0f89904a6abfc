import { exportMessages } from '../chat/chat-summaries.ts';
import { exportDevices } from '../devices/change-devices.ts';
import { exportAttendances } from '../events/list-participants.ts';
import type { SocialContext } from '../social.context.ts';
import { findEverything } from './data-rights.store.ts';

/** All that is kept about a user, for the user. */
export async function exportUser(context: SocialContext, userId: string): Promise<Record<string, unknown>> {
  const [own, attendances, messages, devices] = await Promise.all([
    findEverything(context.sql, userId),
    exportAttendances(context.sql, userId),
    exportMessages(context.sql, userId),
    exportDevices(context.sql, userId),
  ]);
  return { exported_at: context.clock.now().toISOString(), ...own, attendances, messages, devices };
}
