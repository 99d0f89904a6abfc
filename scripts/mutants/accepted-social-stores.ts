import { file, type Accepted } from './accepted-line.ts';

export const ACCEPTED_OF_SOCIAL_STORES: readonly Accepted[] = [
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
    { before: 'union all', after: 'union', reason: 'Nobody is on both sides of a user.' },
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
      before: 'and (${state ?? null}::text is null or state = ${state ?? null}::text)',
      after: 'and (${(state)}::text is null or state = ${state ?? null}::text)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before: 'and (${state ?? null}::text is null or state = ${state ?? null}::text)',
      after: 'and (${state ?? null}::text is null or state = ${(state)}::text)',
      reason: 'The client sends what is undefined as null.',
    },
  ]),
  ...file('src/social/combinations/combination.store.ts', [
    { before: 'union all', after: 'union', reason: 'Nobody is on both sides of a user.' },
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
    { before: 'e.waiting > 0', after: 'e.waiting >= 0', reason: 'Where nobody waits, nobody is found.' },
    {
      before:
        'exists (select from social.attendances a where a.event_id = e.id and a.user_id = ${viewerId ?? null}::uuid)',
      after:
        'exists (select from social.attendances a where a.event_id = e.id and a.user_id = ${(viewerId)}::uuid)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'and exists (select from social.waiting w where w.event_id = e.id and w.user_id = ${viewerId ?? null}::uuid)',
      after:
        'and exists (select from social.waiting w where w.event_id = e.id and w.user_id = ${(viewerId)}::uuid)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'and (${filters.from ?? null}::timestamptz is null or e.ends_at > ${filters.from ?? null}::timestamptz)',
      after:
        'and (${(filters.from)}::timestamptz is null or e.ends_at > ${filters.from ?? null}::timestamptz)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'and (${filters.from ?? null}::timestamptz is null or e.ends_at > ${filters.from ?? null}::timestamptz)',
      after:
        'and (${filters.from ?? null}::timestamptz is null or e.ends_at > ${(filters.from)}::timestamptz)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'and (${filters.to ?? null}::timestamptz is null or e.starts_at < ${filters.to ?? null}::timestamptz)',
      after: 'and (${(filters.to)}::timestamptz is null or e.starts_at < ${filters.to ?? null}::timestamptz)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'and (${filters.to ?? null}::timestamptz is null or e.starts_at < ${filters.to ?? null}::timestamptz)',
      after: 'and (${filters.to ?? null}::timestamptz is null or e.starts_at < ${(filters.to)}::timestamptz)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'and (${filters.categoryKey ?? null}::text is null or e.category_key = ${filters.categoryKey ?? null}::text)',
      after:
        'and (${(filters.categoryKey)}::text is null or e.category_key = ${filters.categoryKey ?? null}::text)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before:
        'and (${filters.categoryKey ?? null}::text is null or e.category_key = ${filters.categoryKey ?? null}::text)',
      after:
        'and (${filters.categoryKey ?? null}::text is null or e.category_key = ${(filters.categoryKey)}::text)',
      reason: 'The client sends what is undefined as null.',
    },
    {
      before: 'order by e.starts_at, e.id limit ${options.limit}',
      after: 'order by e.starts_at, e.id',
      reason: 'It bounds the work: what comes of it is limited once more.',
    },
    {
      before:
        "where starts_at > ${earliestStart(now)} and ends_at > ${now} and status <> 'EventCancelled' group by city_id",
      after: "where true and ends_at > ${now} and status <> 'EventCancelled' group by city_id",
      reason: 'It serves the index: no event lasts longer than that.',
    },
    {
      before:
        "where starts_at > ${earliestStart(now)} and ends_at > ${now} and status <> 'EventCancelled' group by city_id",
      after:
        "where starts_at >= ${earliestStart(now)} and ends_at > ${now} and status <> 'EventCancelled' group by city_id",
      reason: 'It serves the index: no event lasts longer than that.',
    },
  ]),
  ...file('src/social/events/seat.store.ts', [
    {
      before: 'order by id for update`;',
      after: 'order by id desc for update`;',
      reason: 'It only says in which order rows are locked, which is always the same one.',
    },
    {
      before:
        "where e.id = any(${eventIds}::integer[]) and e.waiting > 0 and e.status <> 'EventCancelled' and e.ends_at > ${now}",
      after:
        "where e.id = any(${eventIds}::integer[]) and true and e.status <> 'EventCancelled' and e.ends_at > ${now}",
      reason: 'Where nobody waits, nobody is found.',
    },
    {
      before:
        "where e.id = any(${eventIds}::integer[]) and e.waiting > 0 and e.status <> 'EventCancelled' and e.ends_at > ${now}",
      after:
        "where e.id = any(${eventIds}::integer[]) and e.waiting >= 0 and e.status <> 'EventCancelled' and e.ends_at > ${now}",
      reason: 'Where nobody waits, nobody is found.',
    },
    {
      before: 'update social.events set waiting = 0 where id = ${eventId} and waiting > 0`;',
      after: 'update social.events set waiting = 0 where id = ${eventId} and true`;',
      reason: 'A zero would only be written again.',
    },
    {
      before: 'update social.events set waiting = 0 where id = ${eventId} and waiting > 0`;',
      after: 'update social.events set waiting = 0 where id = ${eventId} and waiting >= 0`;',
      reason: 'A zero would only be written again.',
    },
    {
      before: 'union all select event_id from social.waiting where user_id = ${userId})',
      after: 'union select event_id from social.waiting where user_id = ${userId})',
      reason: 'It is asked only whether an id is among them.',
    },
    {
      before: 'where e.id in (select event_id from removed union all select event_id from left_list)`;',
      after: 'where e.id in (select event_id from removed union select event_id from left_list)`;',
      reason: 'It is asked only whether an id is among them.',
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
  ...file('src/social/feed/feed.store.ts', [
    {
      before: 'union all',
      after: 'union',
      reason: 'What is still open is below the upper end of the snapshot: nobody is in both halves.',
    },
    {
      before:
        'from (select high_id as id, combined_at from social.pairs where low_id = ${viewer.id} and combined_at is not null',
      after: 'from (select high_id as id, combined_at from social.pairs where low_id = ${viewer.id} and true',
      reason: 'No comparison is true of null; it serves the partial index.',
    },
    {
      before:
        'select low_id, combined_at from social.pairs where high_id = ${viewer.id} and combined_at is not null) p',
      after: 'select low_id, combined_at from social.pairs where high_id = ${viewer.id} and true) p',
      reason: 'No comparison is true of null; it serves the partial index.',
    },
    {
      before:
        'not pg_visible_in_snapshot(${xid}, ${snapshot}::pg_snapshot) and ${xid} < pg_snapshot_xmax(pg_current_snapshot()))`;',
      after:
        'not pg_visible_in_snapshot(${xid}, ${snapshot}::pg_snapshot) and ${xid} <= pg_snapshot_xmax(pg_current_snapshot()))`;',
      reason: 'Only a number that was not given out yet would tell.',
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
    {
      before: 'select ${userId}::uuid, id, ${now}::timestamptz from social.users left join before on true',
      after: 'select ${userId}::uuid, id, ${now}::timestamptz from social.users left join before on false',
      reason: 'That the row is looked at first is asked once more below.',
    },
    {
      before: 'select id, ${userId}::uuid, ${now}::timestamptz from social.users left join before on true',
      after: 'select id, ${userId}::uuid, ${now}::timestamptz from social.users left join before on false',
      reason: 'That the row is looked at first is asked once more below.',
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
