import type { Static } from 'typebox';
import { invalidField } from '../../../platform/problem.ts';
import { apnsEnvironments, pushPlatforms } from '../push/push-service.rules.ts';
import type { DeviceAddress } from './change-devices.ts';
import { Type } from '../../../platform/http/type.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';
import { describeForm } from '../../../platform/words/form-phrases.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export const deviceParams = Type.Object({
  userId: Type.String(),
  deviceId: Type.String({ minLength: 1, maxLength: 200, description: 'chosen by the client' }),
});

/** One object instead of a union of three, so that errors can name the missing field. */
export const deviceBodySchema = Type.Object(
  {
    platform: Type.Optional(
      Type.Enum([...pushPlatforms], {
        description: 'web (default): a browser; fcm: Google; apns: Apple',
      }),
    ),
    endpoint: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: describeForm(socialWords.ofWeb),
        examples: ['https://push.example.net/wpush/v2/abc'],
      }),
    ),
    expirationTime: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: describeForm(socialWords.ofWeb) }),
    ),
    keys: Type.Optional(
      Type.Object(
        { p256dh: Type.String({ maxLength: 200 }), auth: Type.String({ maxLength: 100 }) },
        { description: describeForm(socialWords.ofWeb) },
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
          'of apns: the service of Apple that issued the token; default: production; sandbox for an app run from Xcode',
      }),
    ),
  },
  {
    description:
      'The toJSON() of a PushSubscription, or `{platform: "fcm", token}`, or `{platform: "apns", token, environment}`.',
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

const missing = (field: string) => invalidField(field, 'required', fieldWords.missing);
