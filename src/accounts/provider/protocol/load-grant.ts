import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { withinRequest } from '../artefacts/provider-request.ts';
import { leadsToDevice, textOf } from './provider.rules.ts';

/**
 * Finds what the person has granted to the client in this session. An application of the operator is granted what it
 * asks for, unless the answer leads to a program that anyone could have installed.
 */
export async function loadGrant({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider, result, params } = oidc;
  if (!client || !session?.accountId) return undefined;
  const known = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await provider.Grant.find(known);
  const redirectUri = textOf(params?.['redirect_uri']);
  const isTrusted = client['first_party'] === true && (redirectUri === '' || !leadsToDevice(redirectUri));
  if (!isTrusted) return existing;
  const grant = existing ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  const wanted = { openid: grant.getOIDCScope(), resources: JSON.stringify(grant.resources ?? {}) };
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  for (const [resource, { scopes }] of Object.entries(oidc.resourceServers ?? {})) {
    grant.addResourceScope(
      resource,
      [...oidc.requestParamScopes].filter((scope) => scopes.has(scope)).join(' '),
    );
  }
  const isKnown =
    existing !== undefined &&
    wanted.openid === grant.getOIDCScope() &&
    wanted.resources === JSON.stringify(grant.resources ?? {});
  if (!isKnown) await withinRequest({ sessionId: session.uid }, () => grant.save());
  return grant;
}
