import { isId } from '../../platform/ids.ts';

/** What an address in a profile stands for. */
export type PhotoAddress =
  /** A stored photo of ours. */
  | { kind: 'stored'; name: string }
  /** A drawn one of ours, without our own address, which may change. */
  | { kind: 'portrait'; link: string }
  | { kind: 'elsewhere'; link: string };

export type AddressFault = { fault: 'malformed' | 'not_allowed' | 'too_long'; message: string };

const longestLink = 2000;
const malformed: AddressFault = {
  fault: 'malformed',
  message: 'must be an https link or an image in base64',
};

const tooLong: AddressFault = {
  fault: 'too_long',
  message: `must have at most ${longestLink} characters`,
};

/** A path of ours after the prefix of the service, resolved: none that leads anywhere else begins like this. */
const storedPath = /^\/photos\/([\w-]{22})(?:\/thumb)?$/;
const storedName = /^[\w-]{22}$/;
const portraitPath = /^\/portraits\/[\w-]{1,64}\.svg$/;

/**
 * Reads an address as a browser would: dot segments, also encoded ones, are resolved, and what could end an attribute or
 * a string on a page is encoded. Of our own routes only those that show a picture are taken.
 */
export function readPhotoAddress(
  text: string,
  baseUrl: string,
  { allowHttp = false }: { allowHttp?: boolean } = {},
): PhotoAddress | AddressFault {
  const given = text.trim();
  // Before it is parsed: the host is normalised, which takes minutes for a megabyte of combining marks.
  if (given.length > longestLink) return tooLong;
  if (/\p{Cc}/u.test(given) || !URL.canParse(given)) return malformed;
  const url = new URL(given);
  const base = new URL(baseUrl);
  if (isSameHost(url, base)) return readOwn(url, base);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return malformed;
  if (url.username !== '' || url.password !== '') {
    return { fault: 'not_allowed', message: 'must not hold a user name or a password' };
  }
  url.hash = '';
  const link = url.href.replaceAll(/['`\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  if (link.length > longestLink) return tooLong;
  return { kind: 'elsewhere', link };
}

/** How somebody names a photo that was shown to them. */
export interface PhotoReference {
  id?: string;
  /** Of one that is stored here, as its address has it. */
  name?: string;
  link?: string;
}

/**
 * By its id, its address, or the name in that: of the photo that stands for a user on cards nobody learns the id.
 * Undefined where it can be none.
 */
export function readPhotoReference(text: string, baseUrl: string): PhotoReference | undefined {
  if (isId(text)) return { id: text };
  if (storedName.test(text)) return { name: text };
  const address = readPhotoAddress(text, baseUrl, { allowHttp: true });
  if ('fault' in address) return undefined;
  return address.kind === 'stored' ? { name: address.name } : { link: address.link };
}

/** A final dot names the same host. */
const isSameHost = (url: URL, base: URL): boolean =>
  url.hostname.replace(/\.+$/, '') === base.hostname && url.port === base.port;

function readOwn(url: URL, base: URL): PhotoAddress | AddressFault {
  const prefix = base.pathname.replace(/\/$/, '');
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : '';
  const name = storedPath.exec(path)?.[1];
  if (name !== undefined) return { kind: 'stored', name };
  if (portraitPath.test(path)) return { kind: 'portrait', link: path };
  return { fault: 'not_allowed', message: 'must not be an address of this service' };
}
