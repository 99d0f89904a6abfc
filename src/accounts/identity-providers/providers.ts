import type { JWTVerifyGetKey } from 'jose';
import { StartError } from '../../platform/start-error.ts';
import { openProviderKeys, type FetchDocument } from './provider-keys.ts';

export interface ProviderDefinition {
  name: string;
  /** As people know it. */
  title: string;
  issuer: string;
  /** What its tokens may say instead. */
  otherIssuers: readonly string[];
  /** The audiences that are us: one for each app that the provider knows. */
  clientIds: readonly string[];
  /** False where its tokens never tell: their addresses then count as not proven. */
  tellsEmailVerified: boolean;
}

export interface Provider extends ProviderDefinition {
  /** Follows the keys that the provider publishes. */
  readonly findKey: JWTVerifyGetKey;
}

export interface Providers {
  /** By the name in LOGIN_PROVIDERS, or by issuer. */
  find(nameOrIssuer: string): Provider | undefined;
}

const presets: Record<
  string,
  Pick<ProviderDefinition, 'title' | 'issuer' | 'otherIssuers' | 'tellsEmailVerified'>
> = {
  google: {
    title: 'Google',
    issuer: 'https://accounts.google.com',
    otherIssuers: ['accounts.google.com'],
    tellsEmailVerified: true,
  },
  apple: {
    title: 'Apple',
    issuer: 'https://appleid.apple.com',
    otherIssuers: ['https://account.apple.com'],
    tellsEmailVerified: true,
  },
  facebook: {
    title: 'Facebook',
    issuer: 'https://www.facebook.com',
    otherIssuers: ['https://facebook.com', 'https://limited.facebook.com'],
    tellsEmailVerified: false,
  },
};

const form =
  'Each entry of LOGIN_PROVIDERS is name=client-id for google, apple and facebook, or name=https://issuer|client-id for others; further client ids follow after |.';

/** `google=id`, `apple=id|other-id`, `work=https://id.example.org|id`. */
export function readProvider(entry: string): ProviderDefinition {
  const [, name = '', rest = ''] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(entry) ?? [];
  const parts = rest.split('|').map((part) => part.trim());
  const preset = presets[name];
  const [first = ''] = parts;
  const own = URL.canParse(first) && /^https?:/.test(first) ? new URL(first) : undefined;
  const clientIds = own ? parts.slice(1) : parts;
  if (clientIds.length === 0 || clientIds.includes('')) throw new StartError(form);
  if (own) {
    const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(own.hostname);
    if (own.protocol !== 'https:' && !loopback) {
      throw new StartError(`The issuer of ${name} in LOGIN_PROVIDERS must begin with https://.`);
    }
    return { name, title: name, issuer: first, otherIssuers: [], tellsEmailVerified: true, clientIds };
  }
  if (!preset) throw new StartError(form);
  return { name, ...preset, clientIds };
}

/** From LOGIN_PROVIDERS; throws a sentence where an entry cannot be read. */
export function readProviders(entries: readonly string[]): ProviderDefinition[] {
  const definitions = entries.map(readProvider);
  const names = definitions.map(({ name }) => name);
  if (new Set(names).size < names.length) {
    throw new StartError('LOGIN_PROVIDERS has two entries of one name; further client ids follow after |.');
  }
  return definitions;
}

/** `fetchDocument` reaches the providers where they are not at their own addresses. */
export function openProviders(entries: readonly string[], fetchDocument?: FetchDocument): Providers {
  const providers = readProviders(entries).map((definition) => ({
    ...definition,
    findKey: openProviderKeys(definition.issuer, definition.otherIssuers, fetchDocument),
  }));
  return {
    find: (wanted) =>
      providers.find(
        ({ name, issuer, otherIssuers }) =>
          name === wanted.toLowerCase() || issuer === wanted || otherIssuers.includes(wanted),
      ),
  };
}
