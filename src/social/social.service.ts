import { html } from '../platform/http/page.ts';
import type { ServiceDefinition } from '../platform/service.ts';
import { socialProblems } from './social.problems.ts';

export const socialService = {
  name: 'social',
  title: 'Social',
  description: 'Profiles, events by city, a feed, likes and combinations, chat, advertisements.',
  settings: {},
  migrations: { schema: 'social', directory: new URL('migrations', import.meta.url).pathname },
  problems: socialProblems.catalogue,
  commands: [],
  async open() {
    return { jobs: [], crons: [], home: html``, routes() {} };
  },
} as const satisfies ServiceDefinition;
