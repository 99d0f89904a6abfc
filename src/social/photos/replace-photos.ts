import { randomBytes } from 'node:crypto';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { isPortraitUrl, nameOfPhotoUrl } from './photo-urls.ts';
import { preparePhoto, type PreparedPhoto } from './prepare-photo.ts';
import {
  copyImage,
  insertImage,
  insertLink,
  lockPhotos,
  movePhoto,
  removePhotos,
  type PhotoRow,
} from './photo.store.ts';

/** What one slot shall hold: a photo that is here already, an address elsewhere, or a new picture. */
export type WantedPhoto =
  | { position: number; kind: 'kept'; name: string; field: string }
  | { position: number; kind: 'link'; link: string }
  | { position: number; kind: 'new'; photo: PreparedPhoto };

const longestLink = 2000;

/** Decodes uploads: slow, and therefore before any transaction. */
export async function readWantedPhoto(
  context: SocialContext,
  text: string,
  position: number,
  field: string,
  signal?: AbortSignal,
): Promise<WantedPhoto> {
  const name = nameOfPhotoUrl(context, text);
  if (name !== undefined) return { position, kind: 'kept', name, field };
  if (/^https?:/i.test(text)) {
    const allowed = isPortraitUrl(context, text) || (URL.canParse(text) && /^https:/i.test(text));
    if (!allowed) throw invalidField(field, 'malformed', 'must be an https link or an image in base64');
    if (text.length > longestLink) {
      throw invalidField(field, 'too_long', `must have at most ${longestLink} characters`);
    }
    // Without our own address, which may change.
    const link = isPortraitUrl(context, text) ? text.slice(context.baseUrl.length) : text;
    return { position, kind: 'link', link };
  }
  return { position, kind: 'new', photo: await preparePhoto(text, field, signal) };
}

/** Gives the slots from `first` to `last` exactly what is wanted there; the others stay. */
export async function replacePhotos(
  tx: Tx,
  context: SocialContext,
  userId: string,
  slots: { first: number; last: number },
  wanted: readonly WantedPhoto[],
): Promise<void> {
  const rows = await lockPhotos(tx, userId);
  const replaced = new Map(
    rows
      .filter((row) => row.position >= slots.first && row.position <= slots.last)
      .map((row) => [row.id, row]),
  );
  for (const photo of wanted) {
    const before = findSame(rows, photo);
    if (before && replaced.delete(before.id)) {
      if (before.position !== photo.position) await movePhoto(tx, before.id, photo.position);
    } else {
      await addPhoto(tx, context, userId, photo, before);
    }
  }
  await removePhotos(tx, [...replaced.keys()]);
}

function findSame(rows: readonly PhotoRow[], photo: WantedPhoto): PhotoRow | undefined {
  if (photo.kind === 'new') return undefined;
  if (photo.kind === 'link') return rows.find((row) => row.link === photo.link);
  const row = rows.find((candidate) => candidate.name === photo.name);
  if (!row) throw invalidField(photo.field, 'not_allowed', 'must be a photo of this user');
  return row;
}

async function addPhoto(
  tx: Tx,
  context: SocialContext,
  userId: string,
  photo: WantedPhoto,
  before: PhotoRow | undefined,
): Promise<void> {
  const id = newId(context.clock.nowMs());
  const added = { id, userId, position: photo.position, now: context.clock.now() };
  if (photo.kind === 'link') return insertLink(tx, { ...added, link: photo.link });
  const name = randomBytes(16).toString('base64url');
  if (photo.kind === 'new') return insertImage(tx, { ...added, name, ...photo.photo });
  if (before) await copyImage(tx, { ...added, name }, before.id);
}
