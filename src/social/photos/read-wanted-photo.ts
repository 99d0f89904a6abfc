import { isPublicHost } from '../../platform/outbound/public-host.ts';
import { invalidField } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { fetchPhoto } from './fetch-photo.ts';
import { readPhotoAddress, type PhotoAddress } from './photo-link.rules.ts';
import { findPhotoBySource } from './photo.store.ts';
import { preparePhoto, type PreparedPhoto } from './prepare-photo.ts';

/** What one slot shall hold: a photo that is here already, an address, or a new picture. */
export type WantedPhoto =
  | { position: number; kind: 'kept'; name: string; field: string }
  | { position: number; kind: 'link'; link: string }
  | { position: number; kind: 'new'; photo: PreparedPhoto; sourceLink: string | null };

/** Decodes uploads and fetches links: slow, and therefore before any transaction. */
export async function readWantedPhoto(
  context: SocialContext,
  userId: string,
  { text, position, field }: { text: string; position: number; field: string },
  signal?: AbortSignal,
): Promise<WantedPhoto> {
  // Pictures are megabytes: only what begins like an address is read as one.
  if (!/^\s*https?:/i.test(text)) {
    return { position, kind: 'new', photo: await preparePhoto(text, field, signal), sourceLink: null };
  }
  const address = readAddress(context, text, field);
  if (address.kind === 'stored') return { position, kind: 'kept', name: address.name, field };
  if (address.kind === 'portrait' || context.photoAccess.showsLinks) {
    return { position, kind: 'link', link: address.link };
  }
  const name = await findPhotoBySource(context.sql, userId, address.link);
  if (name !== undefined) return { position, kind: 'kept', name, field };
  const photo = await fetchPhoto(context, address.link, field, signal);
  return { position, kind: 'new', photo, sourceLink: address.link };
}

function readAddress(context: SocialContext, text: string, field: string): PhotoAddress {
  const mayBePrivate = !context.photoAccess.showsLinks && context.settings.PHOTO_PRIVATE_LINKS;
  const address = readPhotoAddress(text, context.baseUrl, { allowHttp: mayBePrivate });
  if ('fault' in address) throw invalidField(field, address.fault, address.message);
  if (address.kind === 'elsewhere' && !mayBePrivate && !isPublicHost(new URL(address.link))) {
    throw invalidField(field, 'not_allowed', 'must be a public address');
  }
  return address;
}

/** Whether a text that a client sends back is the address that it was shown, perhaps in another week. */
export function isSamePhoto(context: SocialContext, sent: string, shown: string): boolean {
  if (sent === shown) return true;
  const [one, other] = [sent, shown].map((text) =>
    /^\s*https?:/i.test(text) ? readPhotoAddress(text, context.baseUrl) : undefined,
  );
  if (!one || !other || !('kind' in one) || !('kind' in other)) return false;
  return one.kind === 'stored' && other.kind === 'stored' && one.name === other.name;
}
