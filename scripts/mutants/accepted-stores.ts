import { file, type Accepted } from './accepted-line.ts';

export const ACCEPTED_OF_STORES: readonly Accepted[] = [
  ...file('src/accounts/allowances/allowance.store.ts', [
    {
      before: 'select key, ${now} from unnest(${keys}::bytea[]) as given (key) order by key',
      reason: 'Any order will do, as long as it is always the same.',
    },
  ]),
  ...file('src/accounts/attempts/attempts.store.ts', [
    {
      before: 'select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key',
      reason: 'Any order will do, as long as it is always the same.',
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
  ...file('src/accounts/export/export.store.ts', [
    {
      before:
        "where c.relnamespace = 'accounts'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition",
      after: "where c.relnamespace = 'accounts'::regnamespace and true and not c.relispartition",
      reason: 'In that schema only tables have a primary key, which the join asks for.',
    },
  ]),
  ...file('src/platform/console/factors/throttle.store.ts', [
    {
      before: 'select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key',
      after: 'select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key desc',
      reason: 'It only says in which order rows are locked, which is always the same one.',
    },
  ]),
  ...file('src/platform/mail/mailbox.store.ts', [
    {
      before:
        'values (${id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html ?? null}, ${receivedAt})',
      after: 'values (${id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${(mail.html)}, ${receivedAt})',
      reason: 'The client sends what is undefined as null.',
    },
  ]),
  ...file('src/social/blocks/block.store.ts', [
    {
      before: 'order by low_blocked_until desc, high_id desc limit ${limit})',
      after: 'order by low_blocked_until desc, high_id desc )',
      reason: 'It bounds the work: what comes of it is limited once more.',
    },
    {
      before: 'order by high_blocked_until desc, low_id desc limit ${limit})',
      after: 'order by high_blocked_until desc, low_id desc )',
      reason: 'It bounds the work: what comes of it is limited once more.',
    },
    { before: 'union all', after: 'union', reason: 'Nobody is on both sides of a user.' },
    {
      before: 'await (userId < otherId',
      after: 'await (userId <= otherId',
      reason: 'Nobody is a pair with oneself.',
    },
  ]),
  ...file('src/social/chat/chat-summary.store.ts', [
    {
      before: 'and exists (select from social.users o where o.id = c.high_id and ${isThere}) limit ${most})',
      after: 'and exists (select from social.users o where o.id = c.high_id and ${isThere}) )',
      reason: 'It bounds the work: each has at least one unread, and no more than so many are counted.',
    },
    {
      before: 'and exists (select from social.users o where o.id = c.low_id and ${isThere}) limit ${most})',
      after: 'and exists (select from social.users o where o.id = c.low_id and ${isThere}) )',
      reason: 'It bounds the work: each has at least one unread, and no more than so many are counted.',
    },
  ]),
  ...file('src/social/chat/chat.store.ts', [
    {
      before: 'order by m.id desc limit 1`;',
      after: 'order by m.id desc `;',
      reason: 'Only the first row is taken.',
    },
  ]),
  ...file('src/social/cities/city.store.ts', [
    {
      before:
        'where search_name = ${searchName} and (${state ?? null}::text is null or state = ${state ?? null}::text)',
      after:
        'where search_name = ${searchName} and (${(state)}::text is null or state = ${state ?? null}::text)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'where search_name = ${searchName} and (${state ?? null}::text is null or state = ${state ?? null}::text)',
      after:
        'where search_name = ${searchName} and (${state ?? null}::text is null or state = ${(state)}::text)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'where starts_with(search_name, ${beginning}) and (${state ?? null}::text is null or state = ${state ?? null}::text)',
      after:
        'where starts_with(search_name, ${beginning}) and (${(state)}::text is null or state = ${state ?? null}::text)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'where starts_with(search_name, ${beginning}) and (${state ?? null}::text is null or state = ${state ?? null}::text)',
      after:
        'where starts_with(search_name, ${beginning}) and (${state ?? null}::text is null or state = ${(state)}::text)',
      reason: 'The client sends what is undefined as null.',
    },
  ]),
  ...file('src/social/events/event.store.ts', [
    {
      before: "where starts_at > ${earliestStart(now)} and ends_at > ${now} and status <> 'EventCancelled'",
      after: "where true and ends_at > ${now} and status <> 'EventCancelled'",
      reason: 'It serves the index: no event lasts longer than that.',
    },
    {
      before: "where starts_at > ${earliestStart(now)} and ends_at > ${now} and status <> 'EventCancelled'",
      after: "where starts_at >= ${earliestStart(now)} and ends_at > ${now} and status <> 'EventCancelled'",
      reason: 'It serves the index: no event lasts longer than that.',
    },
  ]),
  ...file('src/social/events/seat.store.ts', [
    {
      before: 'order by id for update`;',
      after: 'order by id desc for update`;',
      reason: 'It only says in which order rows are locked, which is always the same one.',
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
  ...file('src/social/likes/like.store.ts', [
    {
      before: 'order by high_liked_at desc, high_id desc limit ${limit})',
      after: 'order by high_liked_at desc, high_id desc )',
      reason: 'It bounds the work: what comes of it is limited once more.',
    },
    {
      before: 'order by low_liked_at desc, low_id desc limit ${limit})`;',
      after: 'order by low_liked_at desc, low_id desc )`;',
      reason: 'It bounds the work: what comes of it is limited once more.',
    },
    { before: 'union all', after: 'union', reason: 'Nobody is on both sides of a user.' },
    {
      before: 'where low_id = ${userId} and high_liked_at is not null and low_liked_at is null',
      after: 'where low_id = ${userId} and true and low_liked_at is null',
      reason: 'The comparison of places is never true of null; it serves the partial index.',
    },
    {
      before: 'where high_id = ${userId} and low_liked_at is not null and high_liked_at is null',
      after: 'where high_id = ${userId} and true and high_liked_at is null',
      reason: 'The comparison of places is never true of null; it serves the partial index.',
    },
  ]),
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
  ...file('src/social/photos/photo-key.store.ts', [
    {
      before: 'select sealed_key as "sealedKey" from social.photo_keys where id = 1`;',
      after: 'select sealed_key as "sealedKey" from social.photo_keys where true`;',
      reason: 'The table has one row.',
    },
  ]),
  ...file('src/social/photos/photo.store.ts', [
    {
      before: 'order by position limit 1`;',
      after: 'order by position `;',
      reason: 'Only the first row is taken.',
    },
  ]),
  ...file('src/social/presentation/texts.store.ts', [
    {
      before:
        'order by coalesce(array_position(${languages}::text[], language), 1000), language, version desc limit 1`;',
      after:
        'order by coalesce(array_position(${languages}::text[], language), 1000), language, version desc `;',
      reason: 'Only the first row is taken.',
    },
    {
      before: 'where kind = ${kind} and language = ${language} order by version desc limit 1`;',
      after: 'where kind = ${kind} and language = ${language} order by version desc `;',
      reason: 'Only the first row is taken.',
    },
  ]),
  ...file('src/social/reports/report-copy.store.ts', [
    { before: 'limit 1`;', after: '`;', reason: 'Only the first row is taken.' },
  ]),
  ...file('src/social/reports/report.store.ts', [
    {
      before: 'and category = ${category} and reason = ${reason} limit 1`;',
      after: 'and category = ${category} and reason = ${reason} `;',
      reason: 'Only the first row is taken.',
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
    {
      before: 'select user_id, 1 from given order by user_id',
      after: 'select user_id, 1 from given order by user_id desc',
      reason: 'It only says in which order rows are locked, which is always the same one.',
    },
  ]),
];
