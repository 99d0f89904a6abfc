/** Audiences that may see a person’s attendance, widest first. `attendees` are people who attend the same event. */
export const attendanceVisibilities = ['everyone', 'attendees', 'combinations', 'nobody'] as const;
export type AttendanceVisibility = (typeof attendanceVisibilities)[number];
