import { join } from 'node:path';
import type { ServiceDefinition } from '../platform/service.ts';
import { messageDetachRule } from './conversation/chat/archive/archive-messages.ts';
import { keysPurpose } from './delivery/devices/change-devices.ts';
import { pushKeyPurpose } from './delivery/devices/push-keys.ts';
import { examineCases } from './safety/reports/examine-cases.ts';
import { describePushSettings, readPushSettings } from './delivery/push/read-push-settings.ts';
import { photoKeyPurpose } from './people/photos/photo-access.ts';
import { sealPurpose as sessionPurpose } from './access/sessions/issue-tokens.ts';
import { readProviders } from './account/sign-in/providers.ts';
import { socialProblems } from './social.problems.ts';
import { socialReference } from './social.reference.ts';
import { socialSettings } from './social.settings.ts';
import { identityKeyPurpose } from './access/suspensions/identity-hash.ts';

export const socialService = {
  name: 'social',
  title: 'Social',
  reference: socialReference,
  lead: {
    en: 'Profiles, events of a city, and people who like each other.',
    pt: 'Perfis, eventos da cidade e pessoas que se gostam.',
    de: 'Profile, Events einer Stadt und Menschen, die sich mögen.',
  },
  settings: socialSettings,
  migrations: { schema: 'social', directory: join(import.meta.dirname, 'migrations') },
  problems: socialProblems.catalogue,
  commands: [],
  detachRules: {
    'social.messages': messageDetachRule,
    'social.updates': {
      never:
        'Updates are deleted after two weeks by dropping partitions, so a partition must not be detached.',
    },
  },
  settingChecks: [
    // Parsed at the start, so that a mistake stops the start instead of the first sign-in.
    ({ ID_TOKEN_PROVIDERS, SOCIAL_CLIENT_IDS }) => readProviders(ID_TOKEN_PROVIDERS, '', SOCIAL_CLIENT_IDS),
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
  async examine(sql, examine, settings) {
    await examine('moderation', () => examineCases(sql));
    await examine('push', async () => ({ fine: describePushSettings(settings) }));
  },
  open: async (platform, settings) => (await import('./social.open.ts')).openSocial(platform, settings),
} as const satisfies ServiceDefinition<typeof socialSettings>;
