import { createHash } from 'node:crypto';
import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import { forgetUnusedPictures } from '../../events/pictures/event-picture.ts';
import { findPhotoAt } from '../../people/photos/fetch-photo.ts';
import type { SocialContext } from '../../social.context.ts';
import { findCopy, forgetCopies, keepCopy } from './picture.store.ts';

type CopyContext = Pick<SocialContext, 'sql' | 'clock' | 'log' | 'settings'>;

const hourMs = 3_600_000;
/** Time after a failed fetch before the next one. */
const tryAgainMs = hourMs;
/**
 * Lifetime of a copy, well beyond that of an event or campaign. A picture that is still shown then is fetched again.
 */
const keptMs = 400 * 24 * hourMs;

export const hashLink = (link: string): Buffer => createHash('sha256').update(link).digest();

/** Returns a copy of a picture. Simultaneous requests in this process cause one fetch. */
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

/** Returns the stored copy or fetches it. Undefined if the picture is not available or the settings forbid fetching. */
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

export function pictureCrons(context: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    {
      name: 'social_forget_picture_copies',
      schedule: '41 4 * * *',
      run: async () => {
        await forgetOldCopies(context);
        await forgetUnusedPictures(context);
      },
    },
  ];
}
