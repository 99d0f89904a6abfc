import { readPairState } from '../pairs/pair-state.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { linkUrl } from '../links/link-url.rules.ts';
import { photoUrl, thumbUrl } from './photo-urls.ts';
import { findImage, findPhotos, type PhotoRow } from './photo.store.ts';

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

export async function loadPhotos(context: SocialContext, userId: string): Promise<UserPhotos> {
  const rows = await findPhotos(context.sql, userId);
  const shown = rows.map((row) => show(context, row));
  return { perfilPhoto: shown[0]?.url, photos: shown.filter((photo) => photo.position > 0) };
}

function show(context: SocialContext, row: PhotoRow): ShownPhoto {
  const { id, position, link, name } = row;
  if (name !== null) return { id, position, url: photoUrl(context, name), thumb: thumbUrl(context, name) };
  const url = linkUrl(context, link ?? '');
  return { id, position, url, thumb: url };
}

/** For whoever may see that user's card; the same refusal for users who are hidden and who never were. */
export async function listPhotos(
  context: SocialContext,
  viewerId: string,
  userId: string,
): Promise<ShownPhoto[]> {
  const { visible } = await readPairState(context.sql, viewerId, userId, context.clock.now());
  if (!visible) throw problem('forbidden', { detail: 'This user is not to be seen.' });
  return (await loadPhotos(context, userId)).photos;
}

export async function getImage(
  context: SocialContext,
  name: string,
  which: 'image' | 'thumb',
): Promise<Buffer> {
  const image = await findImage(context.sql, name, which);
  if (!image) throw problem('not_found');
  return image;
}
