import { html } from '../platform/http/page.ts';
import type { ServiceDefinition } from '../platform/service.ts';
import { accountsProblems } from './accounts.problems.ts';

export const accountsService = {
  name: 'accounts',
  title: 'Accounts',
  description: 'Sign-up, sign-in, logout and password recovery, by e-mail or social login.',
  settings: {},
  migrations: { schema: 'accounts', directory: new URL('migrations', import.meta.url).pathname },
  problems: accountsProblems.catalogue,
  commands: [],
  async open() {
    return { jobs: [], crons: [], home: html``, routes() {} };
  },
} as const satisfies ServiceDefinition;
