import { html } from '../platform/http/page.ts';
import type { Platform } from '../platform/platform.ts';
import type { ServiceDefinition } from '../platform/service.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import { guardRoutes } from './sessions/guard.routes.ts';
import { openLiveSessions } from './sessions/live-sessions.ts';
import type { SocialContext, SocialSettings } from './social.context.ts';
import { socialProblems } from './social.problems.ts';
import { socialSettings } from './social.settings.ts';

const hourMs = 3_600_000;

export const socialService = {
  name: 'social',
  title: 'Social',
  description: 'Profiles, events by city, a feed, likes and combinations, chat, advertisements.',
  settings: socialSettings,
  migrations: { schema: 'social', directory: new URL('migrations', import.meta.url).pathname },
  problems: socialProblems.catalogue,
  commands: [],
  async open(platform, settings) {
    const context = await openContext(platform, settings);
    return {
      jobs: [],
      crons: [],
      home: html``,
      routes(app) {
        guardRoutes(app, context);
      },
    };
  },
} as const satisfies ServiceDefinition<typeof socialSettings>;

async function openContext(platform: Platform, settings: SocialSettings): Promise<SocialContext> {
  const baseUrl = `${platform.publicUrl}/social`;
  const [tokens, staffTokens] = await Promise.all([
    openTokens(platform, 'social access', { issuer: baseUrl, audience: 'social', lifetimeMs: hourMs }),
    openTokens(platform, 'social staff', {
      issuer: baseUrl,
      audience: 'social-staff',
      lifetimeMs: hourMs / 4,
    }),
  ]);
  const { sql, clock, signals, sealer, log, metrics, publicUrl } = platform;
  return {
    sql,
    clock,
    signals,
    sealer,
    log,
    metrics,
    settings,
    publicUrl,
    baseUrl,
    tokens,
    staffTokens,
    liveSessions: openLiveSessions(platform),
  };
}
