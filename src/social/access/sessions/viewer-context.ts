import type { SocialContext, ViewerContext } from '../../social.context.ts';
import { sessionOf } from './user-of.ts';

/** Returns the context of a request that shows photos. Their URLs are valid as long as its session. */
export const viewerContext = (
  context: SocialContext,
  request: Parameters<typeof sessionOf>[0],
): ViewerContext => bindPhotoPasses(context, sessionOf(request).sessionId);

export function bindPhotoPasses(context: SocialContext, sessionId: string): ViewerContext {
  const { photoAccess } = context;
  const queryFor = (viewerId: string): string => photoAccess.passFor({ userId: viewerId, sessionId });
  return { ...context, photoAccess: { ...photoAccess, queryFor } };
}
