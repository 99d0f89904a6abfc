import { timingSafeEqual } from 'node:crypto';
import { newId } from '../../platform/ids.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { hashSecret } from './manage-credentials.ts';
import { tokenLifetimeMs, type Scope } from './scope.rules.ts';

export interface IssuedToken {
  access_token: string;
  token_type: 'bearer';
  /** Milliseconds: the interface says so, unlike OAuth. */
  expires_in: number;
  scope: string;
  psp_id: number;
  jti: string;
}

const nobody = hashSecret('nobody has this secret');

/** Undefined for every kind of wrong credential alike. */
export async function issueToken(
  context: Pick<MerchantContext, 'access' | 'tokens' | 'clock'>,
  input: { clientId: string; clientSecret: string; scopes: readonly Scope[] },
): Promise<IssuedToken | undefined> {
  const credential = await context.access.find(input.clientId);
  const matches = timingSafeEqual(credential?.secret_hash ?? nobody, hashSecret(input.clientSecret));
  if (!credential || !matches) return undefined;
  const jti = newId(context.clock.nowMs());
  const scope = input.scopes.join(' ');
  const accessToken = await context.tokens.issue({
    sub: credential.client_id,
    scope,
    psp: credential.psp_id,
    version: credential.version,
    jti,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: tokenLifetimeMs,
    scope,
    psp_id: credential.psp_id,
    jti,
  };
}
