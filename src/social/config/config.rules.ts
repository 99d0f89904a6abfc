import type { AttendanceVisibility } from '../people/attendance.rules.ts';

export interface UserConfig {
  woman: boolean;
  man: boolean;
  ageRangeStart: number;
  ageRangeEnd: number;
  newMessage: boolean;
  newCombination: boolean;
  notificationAlert: boolean;
  /** Null: not chosen. */
  attendance: AttendanceVisibility | null;
  eventMail: boolean;
}
