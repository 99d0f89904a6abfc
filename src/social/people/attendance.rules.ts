/** Who may see that a person goes to an event, from the widest on. `attendees` go to the same event. */
export const attendanceVisibilities = ['everyone', 'attendees', 'combinations', 'nobody'] as const;
export type AttendanceVisibility = (typeof attendanceVisibilities)[number];
