import { timingSafeEqual } from 'node:crypto';
import { newId } from '../../../platform/ids.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { isAllowedFrom } from './allowed-networks.ts';
import type { ActiveCredential } from './credential.store.ts';
import { hashSecret } from './manage-credentials.ts';
import { tokenLifetimeMs, type Scope } from './scope.rules.ts';

export interface IssuedToken {
  access_token: string;
  token_type: 'bearer';
  /** In milliseconds, as the API contract requires; OAuth uses seconds. */
  expires_in: number;
  expires_at: string;
  scope: string;
  psp_id: number;
  jti: string;
}

const dummyHash = hashSecret('no credential has this secret');

interface TokenRequest {
  clientId: string;
  clientSecret: string;
  scopes: readonly Scope[];
  address: string;
}

type TokenContext = Pick<MerchantContext, 'access' | 'tokens' | 'clock'>;

/** Returns undefined for every kind of wrong credential, without a distinction. */
export async function issueToken(
  context: TokenContext,
  request: TokenRequest,
): Promise<IssuedToken | undefined> {
  return issueFor(context, request, await context.access.find(request.clientId));
}

/** Issues a token from the cached credential without waiting. Undefined does not mean that the credential is wrong. */
export function issueTokenAtOnce(context: TokenContext, request: TokenRequest): IssuedToken | undefined {
  const credential = context.access.recall(request.clientId);
  return credential && issueFor(context, request, credential);
}

function issueFor(
  context: TokenContext,
  request: TokenRequest,
  credential: ActiveCredential | undefined,
): IssuedToken | undefined {
  const matches = timingSafeEqual(credential?.secret_hash ?? dummyHash, hashSecret(request.clientSecret));
  if (!credential || !matches || !isAllowedFrom(credential.networks, request.address)) return undefined;
  const jti = newId(context.clock.nowMs());
  const scope = request.scopes.filter((one) => credential.scopes.includes(one)).join(' ');
  const claims = {
    sub: credential.client_id,
    scope,
    psp: credential.psp_id,
    version: credential.version,
    jti,
  };
  return {
    access_token: context.tokens.issueAtOnce(claims),
    token_type: 'bearer',
    expires_in: tokenLifetimeMs,
    expires_at: toWholeSeconds(context.clock.nowMs() + tokenLifetimeMs).toISOString(),
    scope,
    psp_id: credential.psp_id,
    jti,
  };
}

/** The claim `exp` of the token has whole seconds, rounded down. */
const toWholeSeconds = (timeMs: number): Date => new Date(Math.floor(timeMs / 1000) * 1000);
