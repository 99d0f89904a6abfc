import { CommandError } from '../../../platform/command.ts';
import type { Platform } from '../../../platform/platform.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import type { DepositMode } from './deposit.rules.ts';
import { setDepositMode } from './deposit.store.ts';

/** Sets the mode for deposits confirmed from now on. Throws if the PSP does not exist. */
export async function changeDepositMode(
  context: Pick<Platform, 'sql'>,
  pspId: number,
  mode: DepositMode,
  recorded?: Beside,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    if (!(await setDepositMode(tx, pspId, mode))) throw new CommandError(`There is no PSP ${pspId}.`);
    await recorded?.(tx);
  });
}
