import { flag } from '../platform/settings.ts';

export const merchantSettings = {
  SANDBOX_PSP: flag({
    default: { sandbox: true, production: false },
    description:
      'Creates PSP 1 with the published credentials sandbox-psp and sandbox-secret, and test money.',
  }),
} as const;
