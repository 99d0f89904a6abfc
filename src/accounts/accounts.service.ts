import { join } from 'node:path';
import type { ServiceDefinition } from '../platform/service.ts';
import { accountsProblems } from './accounts.problems.ts';
import { accountsSettings } from './accounts.settings.ts';
import { accountsDetails } from './document/accounts-details.ts';
import { erasureCommands } from './erasure/erasure.commands.ts';
import { readProviders } from './identity-providers/providers.ts';
import { recoverJobName, recoveryPurpose } from './recovery/queue-recovery.ts';
import { signUpCommands } from './sign-up/sign-up.commands.ts';
import { accountCommands } from './support/account.commands.ts';
import { sealPurpose as totpPurpose } from './totp/check-totp.ts';

export const accountsService = {
  name: 'accounts',
  title: 'Accounts',
  description: 'Sign-up, sign-in, logout and password recovery, by e-mail or social login.',
  lead: {
    en: 'Sign people up, let them in, and let them back in.',
    pt: 'Cadastre pessoas, deixe-as entrar, e voltar a entrar.',
    de: 'Menschen registrieren, hereinlassen und wieder hereinlassen.',
  },
  settings: accountsSettings,
  migrations: { schema: 'accounts', directory: join(import.meta.dirname, 'migrations') },
  problems: accountsProblems.catalogue,
  details: accountsDetails,
  commands: [...accountCommands, ...signUpCommands, ...erasureCommands],
  detachRules: {
    'accounts.audit': {
      never: 'The record is forgotten after AUDIT_DAYS, and its partitions dropped: none is taken out.',
    },
  },
  settingChecks: [({ LOGIN_PROVIDERS }) => readProviders(LOGIN_PROVIDERS)],
  sealed: {
    columns: [
      {
        schema: 'accounts',
        table: 'totp_secrets',
        column: 'sealed_secret',
        boundTo: 'user_id',
        purpose: totpPurpose,
      },
    ],
    jobs: { [recoverJobName]: recoveryPurpose },
  },
  open: async (platform, settings) => (await import('./accounts.open.ts')).openAccounts(platform, settings),
} as const satisfies ServiceDefinition<typeof accountsSettings>;
