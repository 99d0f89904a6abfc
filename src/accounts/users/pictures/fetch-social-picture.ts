import { ImageFault, maximumImageBytes } from '../../../platform/images/image-fault.ts';
import { makeSquarePicture } from '../../../platform/images/square-picture.ts';
import { OutboundError, safeFetch } from '../../../platform/outbound/safe-fetch.ts';
import type { AccountsContext, AccountsSettings } from '../../accounts.context.ts';

interface FetchPictureContext extends Pick<AccountsContext, 'log'> {
  settings: Pick<AccountsSettings, 'FETCH_SOCIAL_PICTURES'>;
}

interface FetchPictureOptions {
  /** Allows picture servers on private addresses. Used by tests only. */
  allowPrivate?: boolean;
}

/**
 * Fetches a copy of a social user's picture. Returns undefined if it is not available, because a sign-up must not fail
 * for that, or if the settings forbid fetching.
 */
export async function fetchSocialPicture(
  context: FetchPictureContext,
  url: string,
  { allowPrivate = false }: FetchPictureOptions = {},
): Promise<Buffer | undefined> {
  if (!context.settings.FETCH_SOCIAL_PICTURES) return undefined;
  try {
    const { status, body } = await safeFetch(url, {
      allowPrivate,
      timeoutMs: 5000,
      maximumBytes: maximumImageBytes,
      // Facebook's picture URL redirects to the file.
      followRedirects: 3,
      headers: { accept: 'image/webp,image/jpeg,image/png' },
    });
    return status === 200 ? await makeSquarePicture(body) : undefined;
  } catch (error) {
    // Other errors, such as overload of this server, may be temporary: the job is retried.
    const expected = error instanceof OutboundError || error instanceof ImageFault;
    if (!expected) throw error;
    context.log.info({ reason: error.code }, 'the picture of a social user was not copied');
    return undefined;
  }
}
