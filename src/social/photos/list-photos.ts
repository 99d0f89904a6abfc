import { readPairState } from '../pairs/pair-state.ts';
import type { SocialContext, ViewerContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { linkUrl } from '../links/link-url.rules.ts';
import { photoUrl, portraitUrl, thumbUrl } from './photo-urls.ts';
import { findImage, findPhotoOwner, findPhotos, type PhotoRow } from './photo.store.ts';

export interface ShownPhoto {
  id: string;
  position: number;
  url: string;
  thumb: string;
}

export interface UserPhotos {
  perfilPhoto: string | undefined;
  photos: ShownPhoto[];
}

/** With addresses for this viewer, who may see them. */
export async function loadPhotos(
  context: ViewerContext,
  viewerId: string,
  userId: string,
): Promise<UserPhotos> {
  const rows = await findPhotos(context.sql, userId);
  const query = context.photoAccess.queryFor(viewerId);
  const shown = rows.map((row) => show(context, row, query, viewerId === userId));
  return { perfilPhoto: shown[0]?.url, photos: shown.filter((photo) => photo.position > 0) };
}

function show(context: SocialContext, row: PhotoRow, query: string, isOwn: boolean): ShownPhoto {
  const { id, position, link, name } = row;
  if (name !== null) {
    return { id, position, url: photoUrl(context, name, query), thumb: thumbUrl(context, name, query) };
  }
  const url = showLink(context, id, link ?? '', isOwn);
  return { id, position, url, thumb: url };
}

/** One from a time before links were fetched is its owner's alone, who may send it again; others see a drawn one. */
function showLink(context: SocialContext, photoId: string, link: string, isOwn: boolean): string {
  const hidden = !link.startsWith('/') && !isOwn && !context.photoAccess.showsLinks;
  return hidden ? portraitUrl(context, photoId) : linkUrl(context, link);
}

/** For whoever may see that user's card; the same refusal for users who are hidden and who never were. */
export async function listPhotos(
  context: ViewerContext,
  viewerId: string,
  userId: string,
): Promise<ShownPhoto[]> {
  const { visible } = await readPairState(context.sql, viewerId, userId, context.clock.now());
  if (!visible) throw problem('forbidden', { detail: 'This user is not to be seen.' });
  return (await loadPhotos(context, viewerId, userId.toLowerCase())).photos;
}

/** Undefined: the viewer has it already. One that is not for this viewer is as missing as one that never was. */
export async function getImage(
  context: SocialContext,
  viewerId: string,
  name: string,
  which: 'image' | 'thumb',
  isKnown: boolean,
): Promise<Buffer | undefined> {
  const { sql, clock } = context;
  const ownerId = await findPhotoOwner(sql, name);
  const now = clock.now();
  // Both ways: a pass may outlive its viewer.
  const states =
    ownerId === undefined
      ? []
      : await Promise.all([
          readPairState(sql, viewerId, ownerId, now),
          ownerId === viewerId ? { visible: true } : readPairState(sql, ownerId, viewerId, now),
        ]);
  if (states.length === 0 || states.some(({ visible }) => !visible)) throw noSuchPhoto();
  if (isKnown) return undefined;
  const image = await findImage(sql, name, which);
  if (!image) throw noSuchPhoto();
  return image;
}

const noSuchPhoto = () => problem('not_found', { detail: 'There is no such photo.' });
