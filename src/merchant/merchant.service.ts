import { html } from '../platform/http/page.ts';
import type { ServiceDefinition } from '../platform/service.ts';
import { pspCommands } from './credentials/psp.commands.ts';
import { merchantProblems } from './merchant.problems.ts';

export const merchantService = {
  name: 'merchant',
  title: 'Merchant',
  description: 'Payment providers and their merchants buy, sell, accept and refund cryptocurrency.',
  settings: {},
  migrations: { schema: 'merchant', directory: new URL('migrations', import.meta.url).pathname },
  problems: merchantProblems.catalogue,
  commands: pspCommands,
  async open() {
    return { jobs: [], crons: [], home: html``, routes() {} };
  },
} as const satisfies ServiceDefinition;
