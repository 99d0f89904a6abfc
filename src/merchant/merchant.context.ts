import type { Platform } from '../platform/platform.ts';
import type { SettingValues } from '../platform/settings.ts';
import type { Tokens } from '../platform/tokens/tokens.ts';
import type { Chains } from './chains/offered-chains.ts';
import type { AccessList } from './access/credentials/access-list.ts';
import type { merchantSettings } from './merchant.settings.ts';
import type { Rates } from './market/rates/rates.ts';

export type MerchantSettings = SettingValues<typeof merchantSettings>;

/** Dependencies passed to every operation of the service. */
export interface MerchantContext extends Omit<Platform, 'settings'> {
  readonly settings: MerchantSettings;
  readonly tokens: Tokens;
  readonly access: AccessList;
  readonly rates: Rates;
  readonly chains: Chains;
}

/** The caller: the PSP behind the token. */
export interface Psp {
  readonly pspId: number;
  readonly clientId: string;
}
