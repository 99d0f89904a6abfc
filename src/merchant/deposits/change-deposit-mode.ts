import type { Platform } from '../../platform/platform.ts';
import type { DepositMode } from './deposit.rules.ts';
import { setDepositMode } from './deposit.store.ts';

/** For what is confirmed from now on; false where there is no such PSP. */
export const changeDepositMode = (
  context: Pick<Platform, 'sql'>,
  pspId: number,
  mode: DepositMode,
): Promise<boolean> => setDepositMode(context.sql, pspId, mode);
