import type { Grant } from '../../../platform/console/people/roles.rules.ts';

/** Who sees what people of the town do, and what was reported. */
export const readers: Grant = { staff: ['admin', 'moderator', 'viewer'] };
/** Who decides about it, and edits what the app shows. */
export const moderators: Grant = { staff: ['admin', 'moderator'] };
