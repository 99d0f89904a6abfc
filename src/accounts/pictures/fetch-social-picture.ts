import { ImageFault, maximumImageBytes } from '../../platform/images/image-fault.ts';
import { makeSquarePicture } from '../../platform/images/square-picture.ts';
import { OutboundError, safeFetch } from '../../platform/outbound/safe-fetch.ts';
import type { AccountsContext } from '../accounts.context.ts';

export interface FetchPictureOptions {
  /** Only tests have a picture server on a private address. */
  allowPrivate?: boolean;
}

/**
 * A copy of the picture that a social user pointed to; nothing where it cannot be had, since nobody's sign-up should
 * fail for it. Where a setting says so, no picture is ever fetched.
 */
export async function fetchSocialPicture(
  context: Pick<AccountsContext, 'settings' | 'log'>,
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
    // What is only too much at the moment is worth another try.
    const expected = error instanceof OutboundError || error instanceof ImageFault;
    if (!expected) throw error;
    context.log.info({ reason: error.code }, 'the picture of a social user was not taken');
    return undefined;
  }
}
