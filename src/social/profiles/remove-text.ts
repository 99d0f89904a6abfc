import type { Tx } from '../../platform/postgres/client/database.ts';
import { replaceText } from './profile.store.ts';

/** A name must be there; this one says nothing in any language. */
const removedName = '—';

/** For staff: what its owner wrote goes. False where there was nothing to remove. */
export async function removeProfileText(tx: Tx, userId: string, which: 'name' | 'about'): Promise<boolean> {
  return replaceText(tx, userId, which, which === 'name' ? removedName : '');
}
