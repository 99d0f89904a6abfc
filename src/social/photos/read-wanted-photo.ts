import { isPublicHost } from '../../platform/outbound/public-host.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { takeUse, withinLimit } from '../limits/count-use.ts';
import { findPhotoAt, hasFailed, isFetching, notFetched } from './fetch-photo.ts';
import { readPhotoAddress, type PhotoAddress } from './photo-link.rules.ts';
import { findPhotoBySource } from './photo.store.ts';
import { preparePhoto, type PreparedPhoto } from './prepare-photo.ts';

/** What one slot shall hold: a photo that is here already, an address, or a new picture. */
export type WantedPhoto =
  | { position: number; kind: 'kept'; name: string; field: string; sourceLink?: string }
  | { position: number; kind: 'link'; link: string }
  | { position: number; kind: 'new'; photo: PreparedPhoto; sourceLink: string | null };

/** What a client sent for a slot. */
export interface SentPhoto {
  text: string;
  position: number;
  field: string;
}

/** A slot whose photo has to be decoded or fetched first. */
type SlowPhoto = (SentPhoto & { kind: 'sent' }) | FetchedPhoto;
type FetchedPhoto = SentPhoto & { kind: 'fetched'; link: string };

/**
 * Decodes uploads and fetches links: slow, and therefore before any transaction. The first that is wrong is named, and
 * what can be refused without a download is refused before the first.
 */
export async function readWantedPhotos(
  context: SocialContext,
  userId: string,
  sent: readonly SentPhoto[],
  signal?: AbortSignal,
): Promise<WantedPhoto[]> {
  const read = await settleAll(sent, (photo) => readSlot(context, userId, photo));
  await countDownloads(context, userId, read);
  return settleAll(read, (photo) => finish(context, photo, signal));
}

/** All at once; throws what the first of them threw, whichever fails first. */
async function settleAll<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const settled = await Promise.allSettled(items.map(work));
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

async function readSlot(
  context: SocialContext,
  userId: string,
  sent: SentPhoto,
): Promise<WantedPhoto | SlowPhoto> {
  const { text, position, field } = sent;
  // Pictures are megabytes: only what begins like an address is read as one.
  if (!/^\s*https?:/i.test(text)) return { ...sent, kind: 'sent' };
  const address = readAddress(context, text, field);
  if (address.kind === 'stored') return { position, kind: 'kept', name: address.name, field };
  if (address.kind === 'portrait' || context.photoAccess.showsLinks) {
    return { position, kind: 'link', link: address.link };
  }
  const { link } = address;
  const name = await findPhotoBySource(context.sql, userId, link);
  if (name !== undefined) return { position, kind: 'kept', name, field, sourceLink: link };
  if (hasFailed(context, link)) throw notFetched(field);
  return { ...sent, kind: 'fetched', link };
}

const isFetched = (photo: WantedPhoto | SlowPhoto): photo is FetchedPhoto => photo.kind === 'fetched';

/** Before the downloads, all or none of them: a failed one has cost as much. */
async function countDownloads(
  context: SocialContext,
  userId: string,
  photos: readonly (WantedPhoto | SlowPhoto)[],
): Promise<void> {
  const fetched = photos.filter(isFetched).filter(({ link }) => !isFetching(context, link));
  const links = new Set(fetched.map(({ link }) => link));
  if (links.size === 0) return;
  const count = (): Promise<void> =>
    transaction(context.sql, async (tx) => {
      for (const _ of links) await takeUse(tx, context, userId, 'photoLink');
    });
  const field = fetched.every((photo) => photo.position === 0) ? 'perfil_photo' : 'photos';
  await withinLimit(context, userId, 'photoLink', count, field);
}

async function finish(
  context: SocialContext,
  photo: WantedPhoto | SlowPhoto,
  signal: AbortSignal | undefined,
): Promise<WantedPhoto> {
  if (photo.kind === 'sent') {
    const prepared = await preparePhoto(photo.text, photo.field, signal);
    return { position: photo.position, kind: 'new', photo: prepared, sourceLink: null };
  }
  if (photo.kind !== 'fetched') return photo;
  const found = await findPhotoAt(context, photo.link);
  if (!found) throw notFetched(photo.field);
  return { position: photo.position, kind: 'new', photo: found, sourceLink: photo.link };
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
