import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { AttendanceVisibility } from '../attendance.rules.ts';
import type { UserConfig } from './config.rules.ts';

interface ConfigRow {
  shows_women: boolean;
  shows_men: boolean;
  age_from: number;
  age_to: number;
  notify_message: boolean;
  notify_combination: boolean;
  notify_alert: boolean;
  attendance: AttendanceVisibility | null;
  mails_events: boolean;
}

const toConfig = (row: ConfigRow): UserConfig => ({
  woman: row.shows_women,
  man: row.shows_men,
  ageRangeStart: row.age_from,
  ageRangeEnd: row.age_to,
  newMessage: row.notify_message,
  newCombination: row.notify_combination,
  notificationAlert: row.notify_alert,
  attendance: row.attendance,
  eventMail: row.mails_events,
});

export async function findConfig(sql: Sql, userId: string): Promise<UserConfig | undefined> {
  const [row] = await sql<ConfigRow[]>`
    select shows_women, shows_men, age_from, age_to, notify_message, notify_combination, notify_alert,
           attendance, mails_events
    from social.users where id = ${userId}`;
  return row && toConfig(row);
}

export async function lockConfig(tx: Tx, userId: string): Promise<UserConfig | undefined> {
  const [row] = await tx<ConfigRow[]>`
    select shows_women, shows_men, age_from, age_to, notify_message, notify_combination, notify_alert,
           attendance, mails_events
    from social.users where id = ${userId} for no key update`;
  return row && toConfig(row);
}

export async function updateConfig(tx: Tx, userId: string, config: UserConfig): Promise<void> {
  await tx`
    update social.users set
      shows_women = ${config.woman}, shows_men = ${config.man},
      age_from = ${config.ageRangeStart}, age_to = ${config.ageRangeEnd},
      notify_message = ${config.newMessage}, notify_combination = ${config.newCombination},
      notify_alert = ${config.notificationAlert}, attendance = ${config.attendance}, mails_events = ${config.eventMail}
    where id = ${userId}`;
}
