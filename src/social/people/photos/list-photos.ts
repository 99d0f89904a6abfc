import { readPairState } from '../pairs/pair-state.ts';
import type { SocialContext, ViewerContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { linkUrl } from '../../access/links/link-url.rules.ts';
import { photoUrl, portraitUrl, thumbUrl } from './photo-urls.ts';
import { findImage, findPhotoOwner, findPhotos, type PhotoRow } from './photo.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

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

/** Returns a user’s photos with addresses for this viewer. The caller must have checked access. */
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

/**
 * Links stored before links were fetched are shown to their owner only, who may send them again. Others see a portrait.
 */
function showLink(context: SocialContext, photoId: string, link: string, isOwn: boolean): string {
  const hidden = !link.startsWith('/') && !isOwn && !context.photoAccess.showsLinks;
  return hidden ? portraitUrl(context, photoId) : linkUrl(context, link);
}

/** Lists the photos of a user. Hidden users and unknown ids get the same refusal. */
export async function listPhotos(
  context: ViewerContext,
  viewerId: string,
  userId: string,
): Promise<ShownPhoto[]> {
  const { visible } = await readPairState(context.sql, viewerId, userId, context.clock.now());
  if (!visible) throw problem('forbidden', { say: socialWords.userNotVisible });
  return (await loadPhotos(context, viewerId, userId.toLowerCase())).photos;
}

/**
 * Returns an image, or undefined if the viewer has a current copy. Images not visible to this viewer get the same
 * answer as unknown ones.
 */
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
  // Checks both directions, because a pass can outlive the viewer’s account.
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

const noSuchPhoto = () => problem('not_found', { say: safetyWords.noSuchPhoto });
