import { createHash } from 'node:crypto';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import { preparePhoto } from '../../people/photos/prepare-photo.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { deleteUnusedPictures, findEventPicture, insertEventPicture } from './event-picture.store.ts';

/** Below the base URL. Stored as the picture of an event, so that it survives a change of the base URL. */
const prefix = '/event-pictures/';
/** Time in milliseconds for which a picture is kept without an event. */
const unusedMs = 7 * 24 * 3_600_000;

/**
 * Stores an uploaded picture and returns its address for an event. It is decoded and encoded again like a photo. The
 * name is the hash of the result, so its content never changes. `field` is named in the problem about a picture that
 * cannot be read.
 */
export async function storeEventPicture(
  context: Pick<SocialContext, 'sql' | 'clock'>,
  bytes: Buffer,
  field: string,
  signal?: AbortSignal,
): Promise<string> {
  const { image } = await preparePhoto(bytes, field, signal);
  const name = createHash('sha256').update(image).digest('base64url');
  await insertEventPicture(context.sql, { name, image, now: context.clock.now() });
  return `${prefix}${name}`;
}

/** Turns the full address of an uploaded picture, which the API shows, into the stored one. Keeps other links. */
export const storedPicture = ({ baseUrl }: Pick<SocialContext, 'baseUrl'>, link: string): string =>
  link.startsWith(`${baseUrl}${prefix}`) ? link.slice(baseUrl.length) : link;

export async function getEventPicture({ sql }: Pick<SocialContext, 'sql'>, name: string): Promise<Buffer> {
  const image = await findEventPicture(sql, name);
  if (!image) throw problem('not_found');
  return image;
}

/** Deletes pictures that no event uses any more, or that were uploaded with a form that was refused. */
export async function forgetUnusedPictures({
  sql,
  clock,
}: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.nowMs() - unusedMs);
  await inBatches((limit) => deleteUnusedPictures(sql, { before, prefix, limit }));
}
