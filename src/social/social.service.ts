import { join } from 'node:path';
import type { ServiceDefinition } from '../platform/service.ts';
import { messageDetachRule } from './chat/archive/archive-messages.ts';
import { keysPurpose } from './devices/change-devices.ts';
import { pushKeyPurpose } from './devices/push-keys.ts';
import { describePushSettings, readPushSettings } from './push/read-push-settings.ts';
import { photoKeyPurpose } from './photos/photo-access.ts';
import { sealPurpose as sessionPurpose } from './sessions/issue-tokens.ts';
import { readProviders } from './sign-in/providers.ts';
import { socialDetails } from './details/social-details.ts';
import { socialProblems } from './social.problems.ts';
import { socialSettings } from './social.settings.ts';
import { identityKeyPurpose } from './suspensions/identity-hash.ts';

export const socialService = {
  name: 'social',
  title: 'Social',
  description: 'Profiles, events by city, a feed, likes and combinations, chat, advertisements.',
  lead: {
    en: 'Profiles, events of a city, and people who like each other.',
    pt: 'Perfis, eventos da cidade e pessoas que se gostam.',
    de: 'Profile, Events einer Stadt und Menschen, die sich mögen.',
  },
  settings: socialSettings,
  migrations: { schema: 'social', directory: join(import.meta.dirname, 'migrations') },
  problems: socialProblems.catalogue,
  details: socialDetails,
  commands: [],
  detachRules: {
    'social.messages': messageDetachRule,
    'social.updates': {
      never: 'Updates are forgotten after two weeks, and their partitions dropped: none is taken out.',
    },
  },
  settingChecks: [
    // A mistake stops the start, not the first sign-in.
    ({ ID_TOKEN_PROVIDERS }) => readProviders(ID_TOKEN_PROVIDERS, ''),
    readPushSettings,
  ],
  sealed: {
    columns: [
      {
        schema: 'social',
        table: 'sessions',
        column: 'sealed_key',
        boundTo: 'id',
        purpose: sessionPurpose,
      },
      { schema: 'social', table: 'devices', column: 'sealed_keys', purpose: () => keysPurpose },
      { schema: 'social', table: 'identity_keys', column: 'sealed_key', purpose: () => identityKeyPurpose },
      { schema: 'social', table: 'push_keys', column: 'sealed_private_key', purpose: () => pushKeyPurpose },
      { schema: 'social', table: 'photo_keys', column: 'sealed_key', purpose: () => photoKeyPurpose },
    ],
  },
  banner: async (settings, publicUrl) => (settings.APP ? [`App         ${publicUrl}/app`] : []),
  async examine(_sql, examine, settings) {
    await examine('push', async () => ({ fine: describePushSettings(settings) }));
  },
  open: async (platform, settings) => (await import('./social.open.ts')).openSocial(platform, settings),
} as const satisfies ServiceDefinition<typeof socialSettings>;
