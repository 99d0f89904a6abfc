import type { Grant } from '../../../platform/console/people/roles.rules.ts';

/** Staff roles that may read profiles and reports. */
export const readers: Grant = { staff: ['admin', 'moderator', 'viewer'] };
/** Staff roles that may decide reports and edit the content of the app. */
export const moderators: Grant = { staff: ['admin', 'moderator'] };
