import type { Tx } from '../../../../platform/postgres/client/database.ts';

const named = (tx: Tx, leaf: string) => {
  const [schema = '', name = ''] = leaf.split('.');
  return tx`${tx.identifier(schema)}.${tx.identifier(name)}`;
};

/**
 * Locks the chats with unread messages in this partition. Readers and writers of a chat hold the same lock, so counts
 * stay valid until commit.
 */
export async function lockUnreadChats(tx: Tx, leaf: string): Promise<void> {
  await tx`
    select 1 from social.chats c
    where (c.low_unread > 0 or c.high_unread > 0) and exists (
      select from ${named(tx, leaf)} m where m.low_id = c.low_id and m.high_id = c.high_id and m.read_at is null)
    order by c.low_id, c.high_id for update of c`;
}

/**
 * Subtracts the unread messages of a partition when it is detached and adds them when it is attached again. Otherwise
 * reading could never bring the count to zero.
 */
export async function countUnread(tx: Tx, leaf: string, direction: 1 | -1): Promise<void> {
  await tx`
    update social.chats c set
      low_unread = greatest(0, c.low_unread + ${direction} * waiting.low),
      high_unread = greatest(0, c.high_unread + ${direction} * waiting.high)
    from (
      select m.low_id, m.high_id,
        (count(*) filter (where not m.from_low and not m.hidden_from_low
          and (c.low_read_id is null or m.id > c.low_read_id)))::integer as low,
        (count(*) filter (where m.from_low and not m.hidden_from_high
          and (c.high_read_id is null or m.id > c.high_read_id)))::integer as high
      from ${named(tx, leaf)} m join social.chats c on c.low_id = m.low_id and c.high_id = m.high_id
      where m.read_at is null and m.deleted_at is null
      group by m.low_id, m.high_id
    ) waiting
    where c.low_id = waiting.low_id and c.high_id = waiting.high_id and waiting.low + waiting.high > 0`;
}

/**
 * Deletes messages that both sides emptied while the partition was detached, or that belong to an earlier combination.
 */
export async function deleteEmptied(tx: Tx, leaf: string): Promise<void> {
  await tx`
    delete from ${named(tx, leaf)} m using social.chats c
    where c.low_id = m.low_id and c.high_id = m.high_id and c.low_cleared_id is not null and c.high_cleared_id is not null
      and m.id <= least(c.low_cleared_id, c.high_cleared_id)`;
}
