import { flag } from '../platform/settings.ts';

export const merchantSettings = {
  SANDBOX_PSP: flag({
    default: { sandbox: true, production: false },
    description:
      'Creates PSP 1 with the published credentials sandbox-psp and sandbox-secret, and test money.',
  }),
  WEBHOOK_HTTP: flag({
    default: { sandbox: true, production: false },
    description: 'Takes webhook addresses without TLS.',
  }),
  WEBHOOK_PRIVATE_ADDRESSES: flag({
    default: { sandbox: true, production: false },
    description: 'Sends webhooks also to this machine and its own networks.',
  }),
} as const;
