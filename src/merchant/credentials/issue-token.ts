import { timingSafeEqual } from 'node:crypto';
import { newId } from '../../platform/ids.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { isAllowedFrom } from './allowed-networks.ts';
import type { ActiveCredential } from './credential.store.ts';
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

interface TokenWish {
  clientId: string;
  clientSecret: string;
  scopes: readonly Scope[];
  /** Of whoever asks. */
  address: string;
}

type TokenContext = Pick<MerchantContext, 'access' | 'tokens' | 'clock'>;

/** Undefined for every kind of wrong credential alike. */
export async function issueToken(context: TokenContext, wish: TokenWish): Promise<IssuedToken | undefined> {
  return issueFor(context, wish, await context.access.find(wish.clientId));
}

/** Where the credential is in memory, nothing waits; undefined says nothing about it. */
export function issueTokenAtOnce(context: TokenContext, wish: TokenWish): IssuedToken | undefined {
  const credential = context.access.recall(wish.clientId);
  return credential && issueFor(context, wish, credential);
}

function issueFor(
  context: TokenContext,
  wish: TokenWish,
  credential: ActiveCredential | undefined,
): IssuedToken | undefined {
  const matches = timingSafeEqual(credential?.secret_hash ?? nobody, hashSecret(wish.clientSecret));
  if (!credential || !matches || !isAllowedFrom(credential.networks, wish.address)) return undefined;
  const jti = newId(context.clock.nowMs());
  const scope = wish.scopes.filter((one) => credential.scopes.includes(one)).join(' ');
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
    scope,
    psp_id: credential.psp_id,
    jti,
  };
}
