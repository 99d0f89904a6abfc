import { socialProblems as problem } from '../../social.problems.ts';
import { staffVisitOf, type StaffRequest } from '../staff/staff-visit.ts';

export function userOf(request: { readonly socialUser: { readonly userId: string } | undefined }): string {
  if (!request.socialUser) throw problem('unauthorized');
  return request.socialUser.userId;
}

export function sessionOf(request: {
  readonly socialUser: { readonly userId: string; readonly sessionId: string } | undefined;
}): { userId: string; sessionId: string } {
  if (!request.socialUser) throw problem('unauthorized');
  return request.socialUser;
}

export const staffOf = (request: StaffRequest): string => staffVisitOf(request).staffId;
