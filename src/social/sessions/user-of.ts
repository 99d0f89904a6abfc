import { socialProblems as problem } from '../social.problems.ts';
import { staffVisitOf, type StaffRequest } from '../staff/staff-visit.ts';

/** The user of a request whose route needs one. */
export function userOf(request: { readonly socialUser: { readonly userId: string } | undefined }): string {
  if (!request.socialUser) throw problem('unauthorized');
  return request.socialUser.userId;
}

/** The user and the session of a request whose route needs one. */
export function sessionOf(request: {
  readonly socialUser: { readonly userId: string; readonly sessionId: string } | undefined;
}): { userId: string; sessionId: string } {
  if (!request.socialUser) throw problem('unauthorized');
  return request.socialUser;
}

/** The member of staff who sent a request to a route for staff. */
export const staffOf = (request: StaffRequest): string => staffVisitOf(request).staffId;
