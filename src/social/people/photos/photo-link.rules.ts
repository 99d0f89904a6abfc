import { isId } from '../../../platform/ids.ts';
import { socialWords } from '../../details/social-words.rules.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';
import type { Sentence } from '../../../platform/problem.ts';

export type PhotoAddress =
  | { kind: 'stored'; name: string }
  /** A generated portrait. `link` excludes the address of this server, which may change. */
  | { kind: 'portrait'; link: string }
  | { kind: 'elsewhere'; link: string };

export type AddressFault = Sentence & { fault: 'malformed' | 'not_allowed' | 'too_long' };

const longestLink = 2000;
const malformed: AddressFault = {
  fault: 'malformed',
  say: socialWords.linkOrBase64,
};

const tooLong: AddressFault = {
  fault: 'too_long',
  say: fieldWords.mostCharacters,
  values: { most: longestLink },
};

/** Matches a resolved path of this server after the prefix of the service. */
const storedPath = /^\/photos\/([\w-]{22})(?:\/thumb)?$/;
const storedName = /^[\w-]{22}$/;
const portraitPath = /^\/portraits\/[\w-]{1,64}\.svg$/;

/**
 * Reads an address as a browser would: resolves dot segments, also encoded ones, and encodes characters that could end
 * an HTML attribute or a string. Of the addresses of this server it accepts only pictures.
 */
export function readPhotoAddress(
  text: string,
  baseUrl: string,
  { allowHttp = false }: { allowHttp?: boolean } = {},
): PhotoAddress | AddressFault {
  const given = text.trim();
  // Checked before parsing: normalising the host takes minutes for a megabyte of combining marks.
  if (given.length > longestLink) return tooLong;
  if (/\p{Cc}/u.test(given) || !URL.canParse(given)) return malformed;
  const url = new URL(given);
  const base = new URL(baseUrl);
  if (isSameHost(url, base)) return readOwn(url, base);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return malformed;
  if (url.username !== '' || url.password !== '') {
    return { fault: 'not_allowed', say: safetyWords.noCredentials };
  }
  url.hash = '';
  const link = url.href.replaceAll(/['`\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  if (link.length > longestLink) return tooLong;
  return { kind: 'elsewhere', link };
}

/** The forms in which a caller can refer to a photo. */
export interface PhotoReference {
  id?: string;
  /** Name of a stored photo, taken from its address. */
  name?: string;
  link?: string;
}

/**
 * Parses an id, an address, or the name within it; the id of a profile photo is not visible to viewers. Returns
 * undefined for other texts.
 */
export function readPhotoReference(text: string, baseUrl: string): PhotoReference | undefined {
  if (isId(text)) return { id: text };
  if (storedName.test(text)) return { name: text };
  const address = readPhotoAddress(text, baseUrl, { allowHttp: true });
  if ('fault' in address) return undefined;
  return address.kind === 'stored' ? { name: address.name } : { link: address.link };
}

/** A host name with a final dot is the same host. */
const isSameHost = (url: URL, base: URL): boolean =>
  url.hostname.replace(/\.+$/, '') === base.hostname && url.port === base.port;

function readOwn(url: URL, base: URL): PhotoAddress | AddressFault {
  const prefix = base.pathname.replace(/\/$/, '');
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : '';
  const name = storedPath.exec(path)?.[1];
  if (name !== undefined) return { kind: 'stored', name };
  if (portraitPath.test(path)) return { kind: 'portrait', link: path };
  return { fault: 'not_allowed', say: safetyWords.ownAddress };
}
