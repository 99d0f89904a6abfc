import { Type } from 'typebox';
import type { App } from '../../platform/http/server.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { putDevice, removeDevice } from './change-devices.ts';
import { getPushKeys } from './push-keys.ts';

const tags = ['devices'];
const params = Type.Object({
  userId: Type.String(),
  deviceId: Type.String({ minLength: 1, maxLength: 200, description: 'chosen by the client' }),
});
const subscriptionSchema = Type.Object(
  {
    endpoint: Type.String({ maxLength: 2000, examples: ['https://push.example.net/wpush/v2/abc'] }),
    expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    keys: Type.Object({
      p256dh: Type.String({ maxLength: 200 }),
      auth: Type.String({ maxLength: 100 }),
    }),
  },
  { description: 'A PushSubscription as its toJSON() gives it.' },
);

export function deviceRoutes(app: App, context: SocialContext): void {
  app.get(
    '/push/key',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'The public VAPID key',
        description: 'The applicationServerKey with which a browser subscribes.',
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
        summary: 'Have a device told by Web Push',
        description:
          'Told of messages and combinations while the user is not connected, as notificationAlert, newMessage and newCombination say. A subscription that its push service does not know any more is removed by itself.',
        params,
        body: subscriptionSchema,
        response: {
          200: Type.Object({ device_id: Type.String(), created_at: Type.String({ format: 'date-time' }) }),
        },
      },
    },
    async (request) => {
      const { deviceId } = request.params;
      const { createdAt } = await putDevice(context, userOf(request), deviceId, request.body);
      return { device_id: deviceId, created_at: createdAt.toISOString() };
    },
  );
  app.delete(
    '/user/:userId/devices/:deviceId',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: 'Have a device told no more',
        params,
        response: { 200: Type.Object({ deleted: Type.Integer() }) },
      },
    },
    async (request) => ({ deleted: await removeDevice(context, userOf(request), request.params.deviceId) }),
  );
}
