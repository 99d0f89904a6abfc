/** An application, by the names of OpenID Connect Dynamic Client Registration, without its secret. */
export interface ClientMetadata {
  client_name: string;
  application_type?: 'web' | 'native';
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'private_key_jwt';
  grant_types: string[];
  response_types: 'code'[] | [];
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
  /** Receives logout tokens. */
  backchannel_logout_uri?: string;
  logo_uri?: string;
  tos_uri?: string;
  policy_uri?: string;
  jwks?: { keys: Record<string, unknown>[] };
  id_token_signed_response_alg?: 'EdDSA' | 'RS256';
  dpop_bound_access_tokens?: boolean;
  require_pushed_authorization_requests?: boolean;
  /** Belongs to the operator of this installation: asks for no consent. */
  first_party?: boolean;
  /** APIs that the client may get tokens for, with the scopes of each. */
  resources?: Record<string, string[]>;
}

/** Usual kinds of applications. */
export type ClientKind = 'public' | 'server' | 'native' | 'device' | 'service';
export const clientKinds: readonly ClientKind[] = ['public', 'server', 'native', 'device', 'service'];

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const byCode = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] } as const;

/** What the client of each kind is: whether it has a secret, and how it gets tokens. */
export function metadataOf(
  kind: ClientKind,
): Pick<
  ClientMetadata,
  'application_type' | 'token_endpoint_auth_method' | 'grant_types' | 'response_types'
> {
  const code = { grant_types: [...byCode.grant_types], response_types: [...byCode.response_types] };
  switch (kind) {
    case 'public':
      return { application_type: 'web', token_endpoint_auth_method: 'none', ...code };
    case 'server':
      return { application_type: 'web', token_endpoint_auth_method: 'client_secret_basic', ...code };
    case 'native':
      return { application_type: 'native', token_endpoint_auth_method: 'none', ...code };
    case 'device':
      return {
        token_endpoint_auth_method: 'none',
        grant_types: [deviceGrant, 'refresh_token'],
        response_types: [],
      };
    case 'service':
      return {
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['client_credentials'],
        response_types: [],
      };
  }
}

export const hasSecret = (metadata: Pick<ClientMetadata, 'token_endpoint_auth_method'>): boolean =>
  metadata.token_endpoint_auth_method === 'client_secret_basic';

/** What each member takes. A record, so that no member of the type is forgotten. */
const members: Record<keyof ClientMetadata, (value: unknown) => boolean> = {
  client_name: isText,
  application_type: isText,
  token_endpoint_auth_method: isText,
  grant_types: isTextList,
  response_types: isTextList,
  redirect_uris: isTextList,
  post_logout_redirect_uris: isTextList,
  backchannel_logout_uri: isText,
  logo_uri: isText,
  tos_uri: isText,
  policy_uri: isText,
  jwks: isObject,
  id_token_signed_response_alg: isText,
  dpop_bound_access_tokens: isFlag,
  require_pushed_authorization_requests: isFlag,
  first_party: isFlag,
  resources: (value) => isObject(value) && Object.values(value).every(isTextList),
};
const mandatory = ['client_name', 'token_endpoint_auth_method', 'grant_types', 'redirect_uris'] as const;

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

/** Returns a sentence for each member that is missing, unknown or of another type. */
export function findShapeFaults(metadata: object): string[] {
  const given = metadata as Record<string, unknown>;
  return [
    ...mandatory.filter((name) => given[name] === undefined).map((name) => `${name} is missing.`),
    ...Object.entries(given).flatMap(([name, value]) => {
      if (!Object.hasOwn(members, name)) return [`${name} is not known.`];
      const fits = members[name as keyof ClientMetadata](value);
      return value === undefined || fits ? [] : [`${name} has a value of the wrong type.`];
    }),
  ];
}

const idPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns a sentence for each fault that the library does not look for. */
export function findClientFaults(id: string, metadata: ClientMetadata): string[] {
  const faults: string[] = [];
  if (!idPattern.test(id))
    faults.push('The client id takes 1 to 64 letters, digits, dots, dashes and underscores.');
  const name = metadata.client_name as unknown;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 60) {
    faults.push('client_name takes 1 to 60 characters.');
  }
  for (const member of ['logo_uri', 'tos_uri', 'policy_uri', 'backchannel_logout_uri'] as const) {
    const uri = metadata[member] as unknown;
    if (uri !== undefined && !isWebAddress(uri)) faults.push(`${member} takes an https address.`);
  }
  return faults;
}

/** A client on the operator's own machine may use http. */
function isWebAddress(uri: unknown): boolean {
  const url = typeof uri === 'string' ? URL.parse(uri) : null;
  if (!url || url.username !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(?:localhost|127\.)/.test(url.hostname));
}
