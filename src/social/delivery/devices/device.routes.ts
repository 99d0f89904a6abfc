import { chooseLanguage } from '../../../platform/http/language.ts';
import type { App } from '../../../platform/http/server.ts';
import { sessionOf, userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { putDevice, removeDevice } from './change-devices.ts';
import { deviceBodySchema, deviceParams as params, deviceSchema, readAddress } from './device.schemas.ts';
import { getPushKeys } from './push-keys.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['devices'];

export function deviceRoutes(app: App, context: SocialContext): void {
  app.get(
    '/push/key',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'The public VAPID key',
        description: 'The applicationServerKey for a browser’s subscription.',
        response: { 200: Type.Object({ public_key: Type.String() }) },
      },
    },
    async () => ({ public_key: (await getPushKeys(context)).publicKey }),
  );
  app.put(
    '/user/:userId/devices/:deviceId',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: 'Register a device for push notifications',
        description:
          'The device is notified of messages and combinations while the user is not connected, according to notificationAlert, newMessage and newCombination, until the session of this token ends. A subscription or token belongs to the user who registered it last. It is removed when its push service no longer knows it. Notifications on a phone are in the language of `Accept-Language` (English, Portuguese or German).',
        params,
        body: deviceBodySchema,
        response: { 200: deviceSchema },
      },
    },
    async (request) => {
      const { deviceId } = request.params;
      const address = readAddress(request.body);
      const language = chooseLanguage(request.headers['accept-language']);
      const { createdAt } = await putDevice(context, sessionOf(request), deviceId, address, language);
      return { device_id: deviceId, platform: address.platform, created_at: createdAt.toISOString() };
    },
  );
  app.delete(
    '/user/:userId/devices/:deviceId',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: 'Remove a device from push notifications',
        params,
        response: { 200: Type.Object({ deleted: Type.Integer() }) },
      },
    },
    async (request) => ({ deleted: await removeDevice(context, userOf(request), request.params.deviceId) }),
  );
}
