import { hash } from 'node:crypto';
import { ImageFault, maximumImageBytes } from '../../../platform/images/image-fault.ts';
import { PixelBudget } from '../../../platform/images/pixel-budget.ts';
import { OutboundError, safeFetch } from '../../../platform/outbound/safe-fetch.ts';
import { invalidField, type ProblemError } from '../../../platform/problem.ts';
import type { SocialContext } from '../../social.context.ts';
import { makePhoto, type PreparedPhoto } from './prepare-photo.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

const timeoutMs = 5000;

/** Time in milliseconds during which a link without a usable photo is not requested again. */
const rememberFailureMs = 10 * 60_000;
const mostFailures = 10_000;

/** Limit for the whole process, in bytes: eight concurrent downloads of the maximum size. */
const downloadBudget = new PixelBudget({
  pixels: 8 * maximumImageBytes,
  fewestPixels: maximumImageBytes,
  mostWaiting: 100,
});

type FetchContext = Pick<SocialContext, 'clock' | 'log' | 'settings'>;

interface Downloads {
  /** Running downloads by link. */
  readonly underway: Map<string, Promise<PreparedPhoto | undefined>>;
  /** Times until which a link is not requested again, by the hash of the link. */
  readonly failedUntilMs: Map<string, number>;
}

/** Keyed by the settings of an app, because they decide which links are allowed. */
const downloads = new WeakMap<SocialContext['settings'], Downloads>();

function downloadsOf({ settings }: FetchContext): Downloads {
  const known = downloads.get(settings);
  if (known) return known;
  const made: Downloads = { underway: new Map(), failedUntilMs: new Map() };
  downloads.set(settings, made);
  return made;
}

const keyOf = (link: string): string => hash('sha256', link, 'base64url');

export const isFetching = (context: FetchContext, link: string): boolean =>
  downloadsOf(context).underway.has(link);

export const hasFailed = (context: FetchContext, link: string): boolean =>
  (downloadsOf(context).failedUntilMs.get(keyOf(link)) ?? 0) > context.clock.nowMs();

/**
 * Downloads a copy of a linked picture, so that its server neither learns who views it nor can change it later. Returns
 * undefined if the download fails. Concurrent requests for one link share a download.
 */
export function findPhotoAt(context: FetchContext, link: string): Promise<PreparedPhoto | undefined> {
  const { underway } = downloadsOf(context);
  const known = underway.get(link);
  if (known) return known;
  const fetching = fetchOnce(context, link).finally(() => underway.delete(link));
  underway.set(link, fetching);
  return fetching;
}

async function fetchOnce(context: FetchContext, link: string): Promise<PreparedPhoto | undefined> {
  if (hasFailed(context, link)) return undefined;
  const photo = await downloadBudget.spend(maximumImageBytes, () => download(context, link));
  if (!photo) rememberFailure(context, link);
  return photo;
}

function rememberFailure(context: FetchContext, link: string): void {
  const { failedUntilMs } = downloadsOf(context);
  const key = keyOf(link);
  failedUntilMs.delete(key);
  const [oldest] = failedUntilMs.keys();
  if (failedUntilMs.size >= mostFailures && oldest !== undefined) failedUntilMs.delete(oldest);
  failedUntilMs.set(key, context.clock.nowMs() + rememberFailureMs);
}

async function download(context: FetchContext, link: string): Promise<PreparedPhoto | undefined> {
  try {
    const { status, body } = await safeFetch(link, {
      allowPrivate: context.settings.PHOTO_PRIVATE_LINKS,
      timeoutMs,
      maximumBytes: maximumImageBytes,
      // Picture addresses of social networks redirect to their storage.
      followRedirects: 3,
      headers: { accept: 'image/webp,image/jpeg,image/png' },
    });
    if (status === 200) return await makePhoto(body);
    context.log.info({ status }, 'a linked photo was rejected');
  } catch (error) {
    // Other errors, such as overload of this process, are not caused by the link.
    if (!(error instanceof OutboundError || error instanceof ImageFault)) throw error;
    context.log.info({ reason: error.code }, 'a linked photo was rejected');
  }
  return undefined;
}

/** One error for all failures, because a detailed reason would let callers probe a private network. */
export const notFetched = (field: string): ProblemError =>
  invalidField(field, 'not_fetched', safetyWords.fetchablePicture);
