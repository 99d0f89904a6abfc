import type { JWTVerifyGetKey } from 'jose';
import { StartError } from '../../../platform/start-error.ts';
import { openProviderKeys, type FetchDocument } from './provider-keys.ts';

export interface ProviderDefinition {
  name: string;
  /** Display name. */
  title: string;
  issuer: string;
  /** Other values of `iss` that its tokens may have. */
  otherIssuers: readonly string[];
  /** Accepted audiences: one for each app that is registered at the provider. */
  clientIds: readonly string[];
  /** False if its tokens never state whether the address is verified. Its addresses then count as not proven. */
  tellsEmailVerified: boolean;
}

export interface Provider extends ProviderDefinition {
  readonly findKey: JWTVerifyGetKey;
}

export interface Providers {
  /** Finds a provider by its name in LOGIN_PROVIDERS or by its issuer. */
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

/** Parses one entry: `google=id`, `apple=id|other-id`, `work=https://id.example.org|id`. */
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

/** Parses LOGIN_PROVIDERS. Throws an error with a readable message if an entry is invalid. */
export function readProviders(entries: readonly string[]): ProviderDefinition[] {
  const definitions = entries.map(readProvider);
  const names = definitions.map(({ name }) => name);
  if (new Set(names).size < names.length) {
    throw new StartError(
      'LOGIN_PROVIDERS has two entries with the same name. Separate several client ids with |.',
    );
  }
  return definitions;
}

/** Opens the configured providers. Tests replace `fetchDocument` to simulate them. */
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
