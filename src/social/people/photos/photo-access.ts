import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { packId, unpackId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { decodeOnce } from '../../../platform/tokens/one-spelling.ts';
import type { PhotoAccess, SocialSettings } from '../../social.context.ts';
import { findPhotoKey, insertPhotoKey } from './photo-key.store.ts';

export const photoKeyPurpose = 'social photo key';

const weekMs = 7 * 24 * 60 * 60 * 1000;
const macBytes = 16;

/**
 * Opens access to photos by passes.
 * Browsers fetch an `<img>` without headers, so the address contains a pass for one viewer, which is valid for photos
 * only. A pass only identifies the viewer; each request checks whether the viewer is still signed in and may see the
 * owner.
 */
export async function openPhotoAccess(
  { sql, sealer, clock }: Pick<Platform, 'sql' | 'sealer' | 'clock'>,
  settings: Pick<SocialSettings, 'FETCH_PHOTO_LINKS'>,
): Promise<PhotoAccess> {
  await insertPhotoKey(sql, sealer.seal(randomBytes(32).toString('base64url'), photoKeyPurpose), clock.now());
  const opened = sealer.open(await findPhotoKey(sql), photoKeyPurpose);
  const key = createSecretKey(opened, 'base64url');
  const macOf = (stated: string): Buffer =>
    createHmac('sha256', key).update(stated).digest().subarray(0, macBytes);
  return {
    showsLinks: !settings.FETCH_PHOTO_LINKS,
    passFor({ userId, sessionId }) {
      // A pass expires at the end of the calendar week after next, so addresses stay cacheable for a whole week.
      const week = Math.floor(clock.nowMs() / weekMs) + 2;
      const ids = Buffer.concat([packId(userId), packId(sessionId)]);
      const stated = `${ids.toString('base64url')}.${week}`;
      return `?pass=${stated}.${macOf(stated).toString('base64url')}`;
    },
    viewerOf(pass) {
      const [, stated = '', packed = '', week = '', mac = ''] =
        /^(([\w-]{43})\.(\d{1,6}))\.([\w-]{22})$/.exec(pass) ?? [];
      if (stated === '' || Number(week) * weekMs <= clock.nowMs()) return undefined;
      const given = decodeOnce(mac, 'base64url');
      if (!given || !timingSafeEqual(macOf(stated), given)) return undefined;
      const ids = Buffer.from(packed, 'base64url');
      return { userId: unpackId(ids.subarray(0, 16)), sessionId: unpackId(ids.subarray(16)) };
    },
  };
}
