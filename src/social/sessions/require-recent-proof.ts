import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { findProof } from './session.store.ts';

/** A session lasts for months and may be stolen: only for a while after the sign-in does it prove who uses it. */
export async function requireRecentProof(
  { sql, clock }: Pick<SocialContext, 'sql' | 'clock'>,
  user: { readonly sessionId: string; readonly provenMs?: number } | undefined,
  withinMs: number,
): Promise<void> {
  const provenMs = user?.provenMs ?? (user && (await findProof(sql, user.sessionId))?.getTime());
  if (provenMs !== undefined && clock.nowMs() - provenMs <= withinMs) return;
  throw problem('recent_sign_in_required', {
    detail: `Sign in again, and ask for the copy within ${withinMs / 60_000} minutes.`,
  });
}
