import { ImageFault, maximumImageBytes } from '../../platform/images/image-fault.ts';
import { makeSquarePicture } from '../../platform/images/square-picture.ts';
import { OutboundError, safeFetch } from '../../platform/outbound/safe-fetch.ts';
import type { AccountsContext, AccountsSettings } from '../accounts.context.ts';

interface FetchPictureContext extends Pick<AccountsContext, 'log'> {
  settings: Pick<AccountsSettings, 'FETCH_SOCIAL_PICTURES'>;
}

interface FetchPictureOptions {
  /** Only tests have a picture server on a private address. */
  allowPrivate?: boolean;
}

/**
 * A copy of the picture that a social user pointed to; nothing where it cannot be had, since nobody's sign-up should
 * fail for it. Where a setting says so, no picture is ever fetched.
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
      // Facebook's address of a picture redirects to where it lies.
      followRedirects: 3,
      headers: { accept: 'image/webp,image/jpeg,image/png' },
    });
    return status === 200 ? await makeSquarePicture(body) : undefined;
  } catch (error) {
    // Anything else, like an overload of ours, may pass: the job tries again.
    const expected = error instanceof OutboundError || error instanceof ImageFault;
    if (!expected) throw error;
    context.log.info({ reason: error.code }, 'the picture of a social user was not taken');
    return undefined;
  }
}
