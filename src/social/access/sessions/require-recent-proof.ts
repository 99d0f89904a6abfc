import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findProof } from './session.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/**
 * Requires a recent sign-in. A session lasts for months and may be stolen, so only a new one proves the user's
 * identity.
 */
export async function requireRecentProof(
  { sql, clock }: Pick<SocialContext, 'sql' | 'clock'>,
  user: { readonly sessionId: string; readonly provenMs?: number } | undefined,
  withinMs: number,
): Promise<void> {
  const provenMs = user?.provenMs ?? (user && (await findProof(sql, user.sessionId))?.getTime());
  if (provenMs !== undefined && clock.nowMs() - provenMs <= withinMs) return;
  throw problem('recent_sign_in_required', {
    say: socialWords.signInForCopy,
    values: { minutes: withinMs / 60_000 },
  });
}
