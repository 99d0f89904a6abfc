import { createHash } from 'node:crypto';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import { findPhotoAt } from '../photos/fetch-photo.ts';
import type { SocialContext } from '../social.context.ts';
import { findCopy, forgetCopies, keepCopy } from './picture.store.ts';

type CopyContext = Pick<SocialContext, 'sql' | 'clock' | 'log' | 'settings'>;

const hourMs = 3_600_000;
/** What could not be had is not asked for again before. */
const tryAgainMs = hourMs;
/** Long after an event or a campaign is over. What is still shown then is fetched anew. */
const keptMs = 400 * 24 * hourMs;

export const hashLink = (link: string): Buffer => createHash('sha256').update(link).digest();

/** However many ask at once, its server is asked once by this process. */
export type Copier = (link: string) => Promise<Buffer | undefined>;

export function createCopier(context: CopyContext): Copier {
  const underway = new Map<string, Promise<Buffer | undefined>>();
  return (link) => {
    const known = underway.get(link);
    if (known) return known;
    const copying = copyPicture(context, link).finally(() => underway.delete(link));
    underway.set(link, copying);
    return copying;
  };
}

/** Our own copy of a picture elsewhere; nothing where it cannot be had, or nothing is fetched here. */
async function copyPicture(context: CopyContext, link: string): Promise<Buffer | undefined> {
  const linkHash = hashLink(link);
  const copy = await findCopy(context.sql, linkHash);
  if (copy?.image) return copy.image;
  const isRecent = copy && copy.tried_at.getTime() > context.clock.nowMs() - tryAgainMs;
  if (isRecent || !context.settings.FETCH_PHOTO_LINKS) return undefined;
  const found = await findPhotoAt(context, link);
  await keepCopy(context.sql, { linkHash, image: found?.image ?? null, now: context.clock.now() });
  return found?.image;
}

export async function forgetOldCopies({ sql, clock }: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.nowMs() - keptMs);
  await inBatches((limit) => forgetCopies(sql, before, limit));
}
