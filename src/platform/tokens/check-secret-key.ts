import type { Sql } from '../postgres/client/database.ts';
import type { Sealer } from './sealer.ts';
import { listNewestSeals } from './signing-keys.store.ts';
import { sealPurpose } from './tokens.ts';

/**
 * Returns true if these services have sealed values. Throws a StartError if they are sealed with a key that is not
 * configured. It checks the signing keys, which every service opens at its start.
 */
export async function checkSecretKey(
  sql: Sql,
  sealer: Sealer,
  services: readonly string[],
): Promise<'opens' | 'nothing sealed'> {
  const seals = await listNewestSeals(sql, services);
  for (const { purpose, sealed_private_jwk: sealed } of seals) sealer.open(sealed, sealPurpose(purpose));
  return seals.length > 0 ? 'opens' : 'nothing sealed';
}
