import type { AttendanceVisibility } from '../attendance.rules.ts';

export interface UserConfig {
  woman: boolean;
  man: boolean;
  ageRangeStart: number;
  ageRangeEnd: number;
  newMessage: boolean;
  newCombination: boolean;
  notificationAlert: boolean;
  /** Null if the user has not chosen. */
  attendance: AttendanceVisibility | null;
  eventMail: boolean;
}
