import { isPublicHost } from '../../../platform/outbound/public-host.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { SocialContext } from '../../social.context.ts';
import { takeUse, withinLimit } from '../../access/limits/count-use.ts';
import { findPhotoAt, hasFailed, isFetching, notFetched } from './fetch-photo.ts';
import { readPhotoAddress, type PhotoAddress } from './photo-link.rules.ts';
import { findPhotoBySource } from './photo.store.ts';
import { preparePhoto, type PreparedPhoto } from './prepare-photo.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/** New content of one slot: a stored photo, an address, or a new picture. */
export type WantedPhoto =
  | { position: number; kind: 'kept'; name: string; field: string; sourceLink?: string }
  | { position: number; kind: 'link'; link: string }
  | { position: number; kind: 'new'; photo: PreparedPhoto; sourceLink: string | null };

/** Content of a slot as the client sent it. */
export interface SentPhoto {
  text: string;
  position: number;
  field: string;
}

/** A slot whose photo must be decoded or downloaded first. */
type SlowPhoto = (SentPhoto & { kind: 'sent' }) | FetchedPhoto;
type FetchedPhoto = SentPhoto & { kind: 'fetched'; link: string };

/**
 * Decodes uploads and downloads links. This is slow, so it happens before any transaction. Reports the first invalid
 * field, and checks everything that needs no download before the first download.
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

/** Runs all at once and throws the error of the first failed item in their order. */
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
  // Pictures are megabytes, so only a text with the prefix of an address is parsed as one.
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

/** Counts all downloads against the daily limit before the first one: failed downloads count too. */
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
  if ('fault' in address) throw invalidField(field, address.fault, address.say, address.values);
  if (address.kind === 'elsewhere' && !mayBePrivate && !isPublicHost(new URL(address.link))) {
    throw invalidField(field, 'not_allowed', socialWords.publicAddress);
  }
  return address;
}

/** Returns whether a text from a client is the address that was shown to it, possibly with the pass of another week. */
export function isSamePhoto(context: SocialContext, sent: string, shown: string): boolean {
  if (sent === shown) return true;
  const [one, other] = [sent, shown].map((text) =>
    /^\s*https?:/i.test(text) ? readPhotoAddress(text, context.baseUrl) : undefined,
  );
  if (!one || !other || !('kind' in one) || !('kind' in other)) return false;
  return one.kind === 'stored' && other.kind === 'stored' && one.name === other.name;
}
