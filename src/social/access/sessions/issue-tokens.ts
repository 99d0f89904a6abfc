import type { SocialContext } from '../../social.context.ts';
import { makeRefreshToken } from './refresh-token.ts';

const accessTokenSeconds = 3600;

export interface IssuedTokens {
  access_token: string;
  expires_in: number;
  token_type: 'Bearer';
  scope: 'user';
  refresh_token: string;
}

export interface SessionKey {
  sessionId: string;
  userId: string;
  key: string;
  generation: number;
}

export async function issueTokens(context: SocialContext, session: SessionKey): Promise<IssuedTokens> {
  return {
    access_token: await context.tokens.issue({ sub: session.userId, sid: session.sessionId }),
    expires_in: accessTokenSeconds,
    token_type: 'Bearer',
    scope: 'user',
    refresh_token: makeRefreshToken(session.key, session.sessionId, session.generation),
  };
}

export const sealPurpose = (sessionId: string): string => `social session ${sessionId}`;

export function sessionExpiry(context: SocialContext): Date {
  return new Date(context.clock.nowMs() + context.settings.SOCIAL_REFRESH_DAYS * 86_400_000);
}
