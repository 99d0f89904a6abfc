import { CommandError } from '../../platform/command.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DepositMode } from './deposit.rules.ts';
import { setDepositMode } from './deposit.store.ts';

/** For what is confirmed from now on. Throws where there is no such PSP. */
export async function changeDepositMode(
  context: Pick<Platform, 'sql'>,
  pspId: number,
  mode: DepositMode,
): Promise<void> {
  if (!(await setDepositMode(context.sql, pspId, mode))) throw new CommandError(`There is no PSP ${pspId}.`);
}
