/** Statements on batches found dead while their coin was frozen: `put_off_at` of `merchant.payout_batches`. */
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { payoutWords } from '../../details/payout-words.rules.ts';
import { storeSentence } from '../../details/stored-sentence.rules.ts';

const waitsForThaw = storeSentence({ say: payoutWords.neverMined });

/** Stops sending and raising a batch. Returns true if it was not put off before. */
export async function markPutOff(tx: Tx, id: string, now: Date): Promise<boolean> {
  const marked = await tx`
    update merchant.payout_batches set
      put_off_at = ${now}, due_at = null, attempts = 0, trouble = ${waitsForThaw}, bump_height = null, bump_rate = null,
      bump_trouble = null
    where id = ${id} and put_off_at is null`;
  return marked.count > 0;
}

/** Undoes `markPutOff` when the chain shows the batch alive. */
export async function clearPutOff(tx: Tx, id: string): Promise<void> {
  await tx`
    update merchant.payout_batches set put_off_at = null, trouble = null where id = ${id} and put_off_at is not null`;
}

/**
 * Returns true if a put-off batch is due for its first review, which may release a number or coins. A batch with a
 * failed review does not block its coin.
 */
export async function isPutOffDue(tx: Tx, coin: CoinCode): Promise<boolean> {
  const [row] = await tx<{ due: boolean }[]>`
    select exists (
      select from merchant.payout_batches b join merchant.chain_reviews r
        on r.coin = b.coin and r.purpose = 'payout' and r.subject_id = b.id
      where b.coin = ${coin} and b.put_off_at is not null and r.failed_attempts = 0) as due`;
  return row?.due ?? false;
}
