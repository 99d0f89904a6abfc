import { ImageFault, maximumImageBytes } from '../../platform/images/image-fault.ts';
import { OutboundError, safeFetch } from '../../platform/outbound/safe-fetch.ts';
import { invalidField } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { makePhoto, type PreparedPhoto } from './prepare-photo.ts';

const timeoutMs = 5000;

type FetchContext = Pick<SocialContext, 'log' | 'settings'>;

/**
 * A copy of the picture that a link leads to: its server never learns who looks at it, and cannot change it later.
 * Nothing where there is none that could be had.
 */
export async function findPhotoAt(
  context: FetchContext,
  link: string,
  signal?: AbortSignal,
): Promise<PreparedPhoto | undefined> {
  try {
    const { status, body } = await safeFetch(link, {
      allowPrivate: context.settings.PHOTO_PRIVATE_LINKS,
      timeoutMs,
      maximumBytes: maximumImageBytes,
      // Addresses of pictures at social networks redirect to where they lie.
      followRedirects: 3,
      headers: { accept: 'image/webp,image/jpeg,image/png' },
    });
    if (status === 200) return await makePhoto(body, signal);
    context.log.info({ status }, 'a linked photo was not taken');
  } catch (error) {
    // Anything else, like an overload of ours, is not the link's fault.
    if (!(error instanceof OutboundError || error instanceof ImageFault)) throw error;
    context.log.info({ reason: error.code }, 'a linked photo was not taken');
  }
  return undefined;
}

/** One refusal for whatever went wrong, since the reason would tell a stranger what answers in a network. */
export async function fetchPhoto(
  context: FetchContext,
  link: string,
  field: string,
  signal?: AbortSignal,
): Promise<PreparedPhoto> {
  const photo = await findPhotoAt(context, link, signal);
  if (photo) return photo;
  throw invalidField(field, 'not_fetched', 'must lead to a JPEG, PNG or WebP that can be fetched');
}
