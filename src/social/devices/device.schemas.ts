import type { Static } from 'typebox';
import { invalidField } from '../../platform/problem.ts';
import { apnsEnvironments, pushPlatforms } from '../push/push-service.rules.ts';
import type { DeviceAddress } from './change-devices.ts';
import { Type } from '../../platform/http/type.ts';

export const deviceParams = Type.Object({
  userId: Type.String(),
  deviceId: Type.String({ minLength: 1, maxLength: 200, description: 'chosen by the client' }),
});

/** One object and not three to choose from: what is missing can then be named. */
export const deviceBodySchema = Type.Object(
  {
    platform: Type.Optional(
      Type.Enum([...pushPlatforms], {
        description: 'web, which is also meant where it is missing: a browser; fcm: Google; apns: Apple',
      }),
    ),
    endpoint: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'of web',
        examples: ['https://push.example.net/wpush/v2/abc'],
      }),
    ),
    expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()], { description: 'of web' })),
    keys: Type.Optional(
      Type.Object(
        { p256dh: Type.String({ maxLength: 200 }), auth: Type.String({ maxLength: 100 }) },
        { description: 'of web' },
      ),
    ),
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description:
          'of fcm: the registration token; of apns: the device token in hexadecimal, 16 to 100 bytes',
      }),
    ),
    environment: Type.Optional(
      Type.Enum([...apnsEnvironments], {
        description:
          'of apns: which service of Apple gave the token; production where it is missing, sandbox for an app that is run from Xcode',
      }),
    ),
  },
  {
    description:
      'A PushSubscription as its toJSON() gives it, or `{platform: "fcm", token}`, or `{platform: "apns", token, environment}`.',
  },
);

export const deviceSchema = Type.Object({
  device_id: Type.String(),
  platform: Type.Enum([...pushPlatforms]),
  created_at: Type.String({ format: 'date-time' }),
});

export function readAddress(body: Static<typeof deviceBodySchema>): DeviceAddress {
  const { platform = 'web', endpoint, keys, token, environment = 'production' } = body;
  if (platform === 'web') {
    if (endpoint === undefined) throw missing('endpoint');
    if (keys === undefined) throw missing('keys');
    return { platform, endpoint, keys };
  }
  if (token === undefined) throw missing('token');
  return platform === 'fcm' ? { platform, token } : { platform, token, environment };
}

const missing = (field: string) => invalidField(field, 'required', 'is missing');
