import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Release, ReleaseLoss, ReleaseStatus } from './payment-facts.rules.ts';

export async function insertRelease(tx: Tx, release: Release): Promise<void> {
  await tx`
    insert into merchant.payment_releases (
      id, payment_id, coin, payout_id, status, address, destination_tag, amount, fee_coin_amount, euro_amount,
      released_by, created_at, updated_at)
    values (
      ${release.id}, ${release.payment_id}, ${release.coin}, ${release.payout_id}, ${release.status},
      ${release.address}, ${release.destination_tag}, ${release.amount}, ${release.fee_coin_amount},
      ${release.euro_amount}, ${release.released_by}, ${release.created_at}, ${release.updated_at})`;
}

/** Lists releases oldest first, including failed ones. */
export async function listReleases(sql: Tag, paymentId: string): Promise<Release[]> {
  return sql<Release[]>`select * from merchant.payment_releases where payment_id = ${paymentId} order by id`;
}

export async function findReleaseByPayout(tx: Tx, payoutId: string): Promise<Release | undefined> {
  const [row] = await tx<Release[]>`select * from merchant.payment_releases where payout_id = ${payoutId}`;
  return row;
}

export async function setReleaseStatus(tx: Tx, id: string, status: ReleaseStatus, now: Date): Promise<void> {
  await tx`update merchant.payment_releases set status = ${status}, updated_at = ${now} where id = ${id}`;
}

export async function addLoss(tx: Tx, { releaseId, lossMinor }: ReleaseLoss): Promise<void> {
  await tx`
    update merchant.payment_releases set lost_amount = lost_amount + ${lossMinor}::numeric where id = ${releaseId}`;
}
