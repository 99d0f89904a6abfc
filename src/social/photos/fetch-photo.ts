import { hash } from 'node:crypto';
import { ImageFault, maximumImageBytes } from '../../platform/images/image-fault.ts';
import { PixelBudget } from '../../platform/images/pixel-budget.ts';
import { OutboundError, safeFetch } from '../../platform/outbound/safe-fetch.ts';
import { invalidField, type ProblemError } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { makePhoto, type PreparedPhoto } from './prepare-photo.ts';

const timeoutMs = 5000;

/** How long a link that led to no photo is not asked again. */
const rememberFailureMs = 10 * 60_000;
const mostFailures = 10_000;

/** Of the whole process, counted in bytes: eight downloads at once, each as large as a photo may be. */
const downloadBudget = new PixelBudget({
  pixels: 8 * maximumImageBytes,
  fewestPixels: maximumImageBytes,
  mostWaiting: 100,
});

type FetchContext = Pick<SocialContext, 'clock' | 'log' | 'settings'>;

interface Downloads {
  /** By link. */
  readonly underway: Map<string, Promise<PreparedPhoto | undefined>>;
  /** The hash of a link, and until when it is not asked again. */
  readonly failedUntilMs: Map<string, number>;
}

/** By the settings of an app, which decide what a link may lead to. */
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
 * A copy of the picture that a link leads to: its server never learns who looks at it, and cannot change it later.
 * Nothing where there is none that could be had. All who ask for one link at the same time share one download.
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
      // Addresses of pictures at social networks redirect to where they lie.
      followRedirects: 3,
      headers: { accept: 'image/webp,image/jpeg,image/png' },
    });
    if (status === 200) return await makePhoto(body);
    context.log.info({ status }, 'a linked photo was not taken');
  } catch (error) {
    // Anything else, like an overload of ours, is not the link's fault.
    if (!(error instanceof OutboundError || error instanceof ImageFault)) throw error;
    context.log.info({ reason: error.code }, 'a linked photo was not taken');
  }
  return undefined;
}

/** One refusal for whatever went wrong, since the reason would tell a stranger what answers in a network. */
export const notFetched = (field: string): ProblemError =>
  invalidField(field, 'not_fetched', 'must lead to a JPEG, PNG or WebP that can be fetched');
