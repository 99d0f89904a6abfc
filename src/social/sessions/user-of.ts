import { socialProblems as problem } from '../social.problems.ts';

/** The user of a request whose route needs one. */
export function userOf(request: { readonly socialUser: { readonly userId: string } | undefined }): string {
  if (!request.socialUser) throw problem('unauthorized');
  return request.socialUser.userId;
}
