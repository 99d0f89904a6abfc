import { CommandError } from '../../platform/command.ts';
import type { Platform } from '../../platform/platform.ts';
import { transaction, type Beside } from '../../platform/postgres/client/transaction.ts';
import { setUniqueReferences } from './facts/payment.store.ts';

/** Sets whether new payments must have unique references. Existing payments that share a reference are kept. */
export async function changeReferenceRule(
  { sql }: Pick<Platform, 'sql'>,
  pspId: number,
  unique: boolean,
  recorded: Beside,
): Promise<void> {
  await transaction(sql, async (tx) => {
    if (!(await setUniqueReferences(tx, pspId, unique))) throw new CommandError(`There is no PSP ${pspId}.`);
    await recorded(tx);
  });
}
