import { file, type Accepted } from './accepted-line.ts';

export const ACCEPTED_OF_STORES: readonly Accepted[] = [
  ...file('src/social/pairs/pair.store.ts', [
    {
      before: 'const low = userId < otherId;',
      after: 'const low = userId <= otherId;',
      reason: 'Nobody is a pair with oneself.',
    },
    {
      before: `case when \${userId}::uuid < id then \${passedUntil}::timestamptz end,`,
      after: `case when \${userId}::uuid <= id then \${passedUntil}::timestamptz end,`,
      reason: 'Nobody is a pair with oneself.',
    },
    {
      before: `case when \${userId}::uuid > id then \${passedUntil}::timestamptz end`,
      after: `case when \${userId}::uuid >= id then \${passedUntil}::timestamptz end`,
      reason: 'Nobody is a pair with oneself.',
    },
    {
      before: `case when \${userId}::uuid < id then \${blockedUntil}::timestamptz end,`,
      after: `case when \${userId}::uuid <= id then \${blockedUntil}::timestamptz end,`,
      reason: 'Nobody is a pair with oneself.',
    },
    {
      before: `case when \${userId}::uuid > id then \${blockedUntil}::timestamptz end`,
      after: `case when \${userId}::uuid >= id then \${blockedUntil}::timestamptz end`,
      reason: 'Nobody is a pair with oneself.',
    },
  ]),
  ...file('src/merchant/webhooks/queue/delivery.store.ts', [
    {
      before: 'select id, row_number() over (order by id) as position from merchant.webhook_endpoints',
      after: 'select id, row_number() over (order by id desc) as position from merchant.webhook_endpoints',
      reason: 'It only says which of the new ids each endpoint gets.',
    },
    {
      before: `where d.psp_id = p.psp_id and d.id < \${beforeId} order by d.id limit \${limit}`,
      after: `where true and d.id < \${beforeId} order by d.id limit \${limit}`,
      reason: 'All PSPs are gone through; by one at a time the primary key serves it.',
    },
    {
      before: `where d.psp_id = p.psp_id and d.id < \${beforeId} order by d.id limit \${limit}`,
      after: `where d.psp_id = p.psp_id and d.id < \${beforeId} order by d.id`,
      reason: 'It bounds the work; the whole is limited once more.',
    },
  ]),
  ...file('src/accounts/attempts/attempts.store.ts', [
    {
      before: 'select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key',
      reason: 'Any order will do, as long as it is always the same.',
    },
  ]),
  ...file('src/accounts/allowances/allowance.store.ts', [
    {
      before: 'select key, ${now} from unnest(${keys}::bytea[]) as given (key) order by key',
      reason: 'Any order will do, as long as it is always the same.',
    },
  ]),
  ...file('src/merchant/customer-data/customer-data.store.ts', [
    {
      before: 'order by id ${direction} limit 1)',
      after: 'order by id ${direction} )',
      reason: 'It bounds the work; the whole is limited once more.',
    },
  ]),
  ...file('src/merchant/customer-data/erasure.store.ts', [
    {
      before:
        "where payment_id in (select id from merchant.payments where ${ofCustomer(tx, customer)}) and reason <> ''`;",
      after:
        'where payment_id in (select id from merchant.payments where ${ofCustomer(tx, customer)}) and true`;',
      reason: 'What is empty already is only not written again.',
    },
  ]),
  ...file('src/merchant/chains/simulated/network/simulated-chain.store.ts', [
    {
      before:
        'where coin = any(${coins}) and mined_at <= clock_timestamp() - make_interval(secs => ${blockSeconds})',
      after:
        'where coin = any(${coins}) and mined_at < clock_timestamp() - make_interval(secs => ${blockSeconds})',
      reason: 'A microsecond of a clock that goes on.',
    },
  ]),
  ...file('src/merchant/chains/state/chain-state.store.ts', [
    {
      before: "and checked_at < clock_timestamp() - ${unreadForMs} * interval '1 millisecond'`;",
      after: "and checked_at <= clock_timestamp() - ${unreadForMs} * interval '1 millisecond'`;",
      reason: 'A microsecond of a clock that goes on.',
    },
  ]),
  ...file('src/accounts/audit/audit.store.ts', [
    {
      before:
        "where id >= ${least} and id < ${below} and at between ${span.from} and ${span.to} and event = 'signed_up' and user_id is null",
      after:
        "where id > ${least} and id < ${below} and at between ${span.from} and ${span.to} and event = 'signed_up' and user_id is null",
      reason:
        'It names the partitions, a day before the first time; no id has nothing but zeros after its time.',
    },
  ]),
  ...file('src/merchant/ledger/ledger.store.ts', [
    {
      before: 'where e.account_id = a.id and e.movement_id >= ${least} and e.movement_id < ${below}',
      after: 'where e.account_id = a.id and true and e.movement_id < ${below}',
      reason: 'It names the partitions; the times decide.',
    },
    {
      before: 'where e.account_id = a.id and e.created_at < ${since} and e.movement_id < ${far.below}',
      after: 'where e.account_id = a.id and e.created_at < ${since} and true',
      reason: 'It names the partitions; the time decides.',
    },
    {
      before: 'where e.account_id = a.id and e.created_at < ${since} and e.movement_id < ${far.below}',
      after: 'where e.account_id = a.id and e.created_at < ${since} and e.movement_id <= ${far.below}',
      reason: 'It names the partitions; the time decides.',
    },
  ]),
  ...file('src/social/feed/feed-visit.store.ts', [
    {
      before:
        'tx`update social.users set last_active_at = ${now} where id = ${userId} and last_active_at < ${now}`,',
      after:
        'tx`update social.users set last_active_at = ${now} where id = ${userId} and last_active_at <= ${now}`,',
      reason: 'What is there already is only not written again.',
    },
  ]),
  ...file('src/social/updates/update.store.ts', [
    {
      before:
        'select user_id, seq, created_at from social.updates where created_at < ${before} limit ${limit})',
      after:
        'select user_id, seq, created_at from social.updates where created_at <= ${before} limit ${limit})',
      reason: 'The statement around it says the time once more.',
    },
  ]),
];
