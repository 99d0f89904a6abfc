import { join } from 'node:path';
import type { ServiceDefinition } from '../platform/service.ts';
import { accountsProblems } from './accounts.problems.ts';
import { accountsReference } from './accounts.reference.ts';
import { accountsSettings } from './accounts.settings.ts';
import { erasureCommands } from './console/support/erasure.commands.ts';
import { readProviders } from './credentials/identity-providers/providers.ts';
import { recoverJobName, recoveryPurpose } from './entry/recovery/mail-recovery.ts';
import { signUpCommands } from './entry/sign-up/sign-up.commands.ts';
import { accountCommands } from './console/support/account.commands.ts';
import { clientCommands } from './provider/clients/client.commands.ts';
import { userTotp } from './credentials/totp/check-totp.ts';

export const accountsService = {
  name: 'accounts',
  title: 'Accounts',
  reference: accountsReference,
  lead: {
    en: 'Sign-up, sign-in and account recovery.',
    pt: 'Cadastro, login e recuperação de conta.',
    de: 'Menschen registrieren, hereinlassen und wieder hereinlassen.',
  },
  settings: accountsSettings,
  migrations: { schema: 'accounts', directory: join(import.meta.dirname, 'migrations') },
  problems: accountsProblems.catalogue,
  commands: [...accountCommands, ...signUpCommands, ...erasureCommands, ...clientCommands],
  detachRules: {
    'accounts.audit': {
      never:
        'Audit entries are deleted after AUDIT_DAYS by dropping partitions, so a partition must not be detached.',
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
        purpose: (userId: string) => userTotp(userId).sealPurpose,
      },
    ],
    jobs: { [recoverJobName]: recoveryPurpose },
  },
  open: async (platform, settings) => (await import('./accounts.open.ts')).openAccounts(platform, settings),
} as const satisfies ServiceDefinition<typeof accountsSettings>;
