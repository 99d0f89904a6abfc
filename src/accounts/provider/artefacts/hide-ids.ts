import type { AdapterPayload } from 'oidc-provider';
import type { Handles } from './handles.ts';

type Payload = Record<string, unknown>;

/** Other artefacts that an interaction names, by the member that holds their id. */
const references = [
  ['deviceCode', 'DeviceCode'],
  ['parJti', 'PushedAuthorizationRequest'],
] as const;

/** Stands for the interaction's own id in its return address. */
const ownId = '{id}';

/** Results of a consent name the grant. */
const results = ['result', 'lastSubmission'] as const;

/**
 * Returns the payload as it is stored. Only interactions mention ids inside: their own in the return address, the
 * session's cookie, the grant of a consent, and the request or device code that they belong to.
 */
export function hideIds(
  handles: Handles,
  id: string,
  { session, returnTo, ...payload }: AdapterPayload,
): Payload {
  const hidden: Payload = { ...payload };
  const hide = (kind: string, value: unknown): string =>
    handles.hashOf(kind, String(value)).toString('base64url');
  for (const [member, kind] of references) {
    if (hidden[member] !== undefined) hidden[member] = hide(kind, hidden[member]);
  }
  for (const member of results) {
    hidden[member] = mapGrant(hidden[member], (grantId) => hide('Grant', grantId));
  }
  if (session) hidden['session'] = { ...session, cookie: undefined };
  if (returnTo !== undefined) hidden['returnTo'] = returnTo.replace(id, ownId);
  return hidden;
}

export function showIds(handles: Handles, id: string, payload: Payload): AdapterPayload {
  const shown: Payload = { ...payload };
  const show = (value: unknown): string => handles.handleOf(Buffer.from(String(value), 'base64url'));
  for (const [member] of references) if (shown[member] !== undefined) shown[member] = show(shown[member]);
  for (const member of results) shown[member] = mapGrant(shown[member], show);
  if (typeof shown['returnTo'] === 'string') shown['returnTo'] = shown['returnTo'].replace(ownId, id);
  return shown;
}

function mapGrant(result: unknown, map: (grantId: string) => string): unknown {
  const { consent, ...others } = (result ?? {}) as { consent?: { grantId?: string } };
  return consent?.grantId === undefined
    ? result
    : { ...others, consent: { ...consent, grantId: map(consent.grantId) } };
}
