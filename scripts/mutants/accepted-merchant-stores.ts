import { file, type Accepted } from './accepted-line.ts';

export const ACCEPTED_OF_MERCHANT_STORES: readonly Accepted[] = [
  ...file('src/merchant/chains/reading/output.store.ts', [
    {
      before: 'where a.coin = ${coin} and a.destination = given.destination limit 1',
      after: 'where a.coin = ${coin} and a.destination = given.destination',
      reason: 'The whole key is given: there is one row; it serves the plan.',
    },
  ]),
  ...file('src/merchant/chains/reading/spend.store.ts', [
    { before: 'limit 1', after: '', reason: 'The whole key is given: there is one row; it serves the plan.' },
    {
      before: 'select true as found from merchant.chain_outputs o',
      after: 'select false as found from merchant.chain_outputs o',
      reason: 'It is asked only whether there is a row.',
    },
    {
      before: 'order by transaction_id, height',
      after: 'order by transaction_id desc, height',
      reason: 'Of each the first one is taken, in whichever order they come.',
    },
  ]),
  ...file('src/merchant/chains/receipts/address.store.ts', [
    {
      before:
        'select from merchant.chain_addresses where subject_id = ${subjectId} order by coin, destination for no key update`;',
      after:
        'select from merchant.chain_addresses where subject_id = ${subjectId} order by coin desc, destination for no key update`;',
      reason: 'It only says in which order rows are locked, which is always the same one.',
    },
    {
      before:
        'select from merchant.chain_addresses where subject_id = ${subjectId} order by coin, destination for no key update`;',
      after:
        'select from merchant.chain_addresses where subject_id = ${subjectId} order by coin, destination desc for no key update`;',
      reason: 'It only says in which order rows are locked, which is always the same one.',
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
  ...file('src/merchant/chains/simulated/network/simulated-spend.store.ts', [
    { before: 'union', after: 'union all', reason: 'It is asked only whether an id is among them.' },
  ]),
  ...file('src/merchant/chains/state/chain-state.store.ts', [
    {
      before: "and checked_at < clock_timestamp() - ${unreadForMs} * interval '1 millisecond'`;",
      after: "and checked_at <= clock_timestamp() - ${unreadForMs} * interval '1 millisecond'`;",
      reason: 'A microsecond of a clock that goes on.',
    },
  ]),
  ...file('src/merchant/console/overview/overview.store.ts', [
    {
      before: 'return row ?? { unresolved: 0, failing: 0, held: 0 };',
      after: 'return (row);',
      reason: 'The query always gives a row.',
    },
    {
      before:
        "where psp_id = ${pspId} and status <> 'DELIVERED' and status = 'FAILED' limit ${mostCounted + 1}",
      after: "where psp_id = ${pspId} and true and status = 'FAILED' limit ${mostCounted + 1}",
      reason: 'It is said once more, for the partial index.',
    },
    {
      before: "where psp_id = ${pspId} and status <> 'COMPLETED' and status = 'CREATED' and hold is not null",
      after: "where psp_id = ${pspId} and true and status = 'CREATED' and hold is not null",
      reason: 'It is said once more, for the partial index.',
    },
  ]),
  ...file('src/merchant/console/psp-list.store.ts', [
    {
      before:
        "and (${query.text} = '' or strpos(lower(name), lower(${query.text})) > 0 or id::text = ${query.text})",
      after: 'and (false or strpos(lower(name), lower(${query.text})) > 0 or id::text = ${query.text})',
      reason: 'Every name contains the empty text.',
    },
  ]),
  ...file('src/merchant/console/staff-psps/staff-psp.store.ts', [
    {
      before: "and (${text} = '' or strpos(lower(name), lower(${text})) > 0 or id::text = ${text}",
      after: 'and (false or strpos(lower(name), lower(${text})) > 0 or id::text = ${text}',
      reason: 'Every name contains the empty text.',
    },
  ]),
  ...file('src/merchant/console/staff-treasury/staff-treasury.store.ts', [
    {
      before:
        'where entry.account_id = account.id and entry.created_at <= day.at and entry.created_at >= day.since',
      after: 'where entry.account_id = account.id and entry.created_at <= day.at and true',
      reason: 'What it would let in, the second question finds too.',
    },
    {
      before: 'and entry.movement_id >= day.least and entry.movement_id < day.below',
      after: 'and true and entry.movement_id < day.below',
      reason: 'It only names the partitions: no id is a day from its moment.',
    },
    {
      before: 'and entry.movement_id >= day.least and entry.movement_id < day.below',
      after: 'and entry.movement_id >= day.least and true',
      reason: 'It only names the partitions: no id is a day from its moment.',
    },
    {
      before: 'and entry.movement_id >= day.least and entry.movement_id < day.below',
      after: 'and entry.movement_id >= day.least and entry.movement_id <= day.below',
      reason: 'It only names the partitions: no id is a day from its moment.',
    },
    {
      before:
        'where entry.account_id = account.id and entry.created_at < day.since and entry.movement_id < day.older_below',
      after: 'where entry.account_id = account.id and true and entry.movement_id < day.older_below',
      reason: 'It is asked only where there is nothing later; and it only names the partitions.',
    },
    {
      before:
        'where entry.account_id = account.id and entry.created_at < day.since and entry.movement_id < day.older_below',
      after:
        'where entry.account_id = account.id and entry.created_at <= day.since and entry.movement_id < day.older_below',
      reason: 'It is asked only where there is nothing later; and it only names the partitions.',
    },
    {
      before:
        'where entry.account_id = account.id and entry.created_at < day.since and entry.movement_id < day.older_below',
      after: 'where entry.account_id = account.id and entry.created_at < day.since and true',
      reason: 'It is asked only where there is nothing later; and it only names the partitions.',
    },
    {
      before:
        'where entry.account_id = account.id and entry.created_at < day.since and entry.movement_id < day.older_below',
      after:
        'where entry.account_id = account.id and entry.created_at < day.since and entry.movement_id <= day.older_below',
      reason: 'It is asked only where there is nothing later; and it only names the partitions.',
    },
  ]),
  ...file('src/merchant/console/trading/order-story.store.ts', [
    {
      before:
        'where t.coin = any(${asked.coins}::text[]) and t.transaction_id = ${asked.transactionId} and p.psp_id = ${pspId})',
      after:
        'where t.coin = any(${asked.coins}::text[]) and t.transaction_id = ${asked.transactionId} and true)',
      reason: 'The order is asked for its PSP afterwards.',
    },
    {
      before: 'where p.psp_id = ${pspId} and p.destination = any(${asked.destinations}::text[])))',
      after: 'where true and p.destination = any(${asked.destinations}::text[])))',
      reason: 'The order is asked for its PSP afterwards; it serves the index.',
    },
    { before: 'union all', after: 'union', reason: 'What comes of it is distinct.' },
    {
      before:
        'cross join lateral (select * from merchant.orders r where r.id = f.order_id and r.psp_id = ${pspId} limit 1) o',
      after:
        'cross join lateral (select * from merchant.orders r where r.id = f.order_id and r.psp_id = ${pspId} ) o',
      reason: 'There is one row, or only the first is taken.',
    },
    { before: 'limit 1`;', after: '`;', reason: 'There is one row, or only the first is taken.' },
  ]),
  ...file('src/merchant/customer-data/customer-data.store.ts', [
    {
      before: 'order by id ${direction} limit 1)',
      after: 'order by id ${direction} )',
      reason: 'It bounds the work; the whole is limited once more.',
    },
    { before: 'union all', after: 'union', reason: 'Each row is another; one is taken in the end.' },
    {
      before: 'from walk where walk.reference is not null and walk.place < ${limit}',
      after: 'from walk where true and walk.place < ${limit}',
      reason: 'Nobody without a name has anything; it only ends the walk sooner.',
    },
    {
      before: 'where walk.reference is not null order by walk.place`;',
      after: 'where true order by walk.place`;',
      reason: 'Nobody without a name has anything; it only ends the walk sooner.',
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
    { before: 'union all', after: 'union', reason: 'It is asked only whether an id is among them.' },
    {
      before: 'select distinct c.psp_id, c.customer_reference_id from rows c',
      after: 'select c.psp_id, c.customer_reference_id from rows c',
      reason: 'Who is there already is left as it is.',
    },
  ]),
  ...file('src/merchant/freezes/freeze.store.ts', [
    {
      before:
        'await tx`select from merchant.payout_freezes where coin = any(${coins}::text[]) order by coin for update`;',
      after:
        'await tx`select from merchant.payout_freezes where coin = any(${coins}::text[]) order by coin desc for update`;',
      reason: 'It only says in which order rows are locked, which is always the same one.',
    },
  ]),
  ...file('src/merchant/ledger/ledger.store.ts', [
    {
      before: 'const latest = to && afterAt ? (to < afterAt ? to : afterAt) : (to ?? afterAt);',
      after: 'const latest = to && afterAt ? (to <= afterAt ? to : afterAt) : (to ?? afterAt);',
      reason: 'Both are the same moment then.',
    },
    {
      before: "and e.created_at <= coalesce(${afterAt}::timestamptz, 'infinity')",
      after: 'and true',
      reason: 'The comparison of places that follows says it too; it serves the index.',
    },
    {
      before: 'order by e.created_at desc, e.sequence desc limit ${limit}',
      after: 'order by e.created_at desc, e.sequence desc',
      reason: 'It bounds the work: what comes of it is limited once more.',
    },
    {
      before: 'coalesce(sum(e.amount) filter (where e.amount > 0), 0)::numeric(38, 0) as came,',
      after: 'coalesce(sum(e.amount) filter (where e.amount >= 0), 0)::numeric(38, 0) as came,',
      reason: 'No entry is of zero.',
    },
    {
      before: 'coalesce(sum(e.amount) filter (where e.amount < 0), 0)::numeric(38, 0) as went',
      after: 'coalesce(sum(e.amount) filter (where e.amount <= 0), 0)::numeric(38, 0) as went',
      reason: 'No entry is of zero.',
    },
  ]),
  ...file('src/merchant/life/life.store.ts', [
    {
      before: 'order by id for update`;',
      after: 'order by id desc for update`;',
      reason: 'It only says in which order rows are locked, which is always the same one.',
    },
    {
      before: 'order by id for update`;',
      after: 'order by id `;',
      reason: 'The trigger of the entries locks the same rows later in the same transaction.',
    },
  ]),
  ...file('src/merchant/orders/order-archive.store.ts', [
    {
      before: "where status <> 'COMPLETED' and status in ('CREATED', 'PROCESSING')`;",
      after: "where true and status in ('CREATED', 'PROCESSING')`;",
      reason: 'It is said once more, for the partial index.',
    },
  ]),
  ...file('src/merchant/payments/facts/payment.store.ts', [
    {
      before:
        'select id from merchant.payments where psp_id = ${pspId} and payment_reference = ${reference} order by id limit 1`;',
      after:
        'select id from merchant.payments where psp_id = ${pspId} and payment_reference = ${reference} order by id `;',
      reason: 'Only the first row is taken.',
    },
    {
      before: 'where payment_id = ${paymentId} and expires_at > ${choice.chosen_at}`);',
      after: 'where payment_id = ${paymentId} and expires_at >= ${choice.chosen_at}`);',
      reason: 'At that moment what is written stands there already.',
    },
  ]),
  ...file('src/merchant/payments/listing/payment-list.store.ts', [
    {
      before: 'const id = digest === undefined ? sql`p.id` : sql`m.subject_id`;',
      after: 'const id = true ? sql`p.id` : sql`m.subject_id`;',
      reason: 'Both ids are joined as equal; it only names the index.',
    },
    {
      before:
        "${exception === undefined ? sql`` : sql`and p.exceptions <> '{}' and ${exception} = any(p.exceptions)`}",
      after: '${exception === undefined ? sql`` : sql`and true and ${exception} = any(p.exceptions)`}',
      reason: 'Nothing is in an empty list; it serves the partial index.',
    },
    {
      before: '${others.length === 0 ? sql`` : andMetadata(sql, pspId, others)}',
      after: '${false ? sql`` : andMetadata(sql, pspId, others)}',
      reason: 'None of no entries is missing.',
    },
    {
      before: 'and m.subject_id >= ${least} and m.subject_id < ${below}`;',
      after: 'and true and m.subject_id < ${below}`;',
      reason: 'The payment has the same id, of which the same is said: it is for the planner.',
    },
    {
      before: 'and m.subject_id >= ${least} and m.subject_id < ${below}`;',
      after: 'and m.subject_id > ${least} and m.subject_id < ${below}`;',
      reason: 'The payment has the same id, of which the same is said: it is for the planner.',
    },
    {
      before: 'and m.subject_id >= ${least} and m.subject_id < ${below}`;',
      after: 'and m.subject_id >= ${least} and true`;',
      reason: 'The payment has the same id, of which the same is said: it is for the planner.',
    },
    {
      before: 'and m.subject_id >= ${least} and m.subject_id < ${below}`;',
      after: 'and m.subject_id >= ${least} and m.subject_id <= ${below}`;',
      reason: 'The payment has the same id, of which the same is said: it is for the planner.',
    },
  ]),
  ...file('src/merchant/payouts/batches/batch.store.ts', [
    {
      before: 'if (places.length === 0) return;',
      after: 'if (false) return;',
      reason: 'It only saves a statement that changes nothing.',
    },
  ]),
  ...file('src/merchant/payouts/control/control.store.ts', [
    {
      before: 'return row ?? { count: 0, amount: 0n, cold: 0 };',
      after: 'return (row);',
      reason: 'The query always gives a row.',
    },
  ]),
  ...file('src/merchant/payouts/payout.store.ts', [
    { before: 'union', after: 'union all', reason: 'It is asked only whether an id is among them.' },
  ]),
  ...file('src/merchant/recent-requests/request.store.ts', [
    {
      before: 'order by n.id desc limit ${limit}',
      after: 'order by n.id desc',
      reason: 'It bounds the work: what comes of it is limited once more.',
    },
  ]),
  ...file('src/merchant/screening/screening.store.ts', [
    { before: 'union all', after: 'union', reason: 'The purposes exclude each other.' },
  ]),
  ...file('src/merchant/webhooks/events/event.store.ts', [
    {
      before: 'select e.era, e.position from merchant.events e where e.psp_id = p.id',
      after: 'select e.era, e.position from merchant.events e where true',
      reason: 'The newest event of all is the newest of some PSP, and no PSP is ever deleted.',
    },
    {
      before: 'order by e.era desc, e.position desc, e.id desc limit 1',
      after: 'order by e.era desc, e.position desc, e.id limit 1',
      reason: 'Only era and position are read, and the newest of them is the same.',
    },
    {
      before: 'order by e.era desc, e.position desc, e.id desc limit 1',
      after: 'order by e.era desc, e.position desc, e.id desc',
      reason: 'Only era and position are read, and the newest of them is the same.',
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
    { before: 'union all', after: 'union', reason: 'What was delivered is in the second half alone.' },
    {
      before: 'return row ?? { due: 0, later: 0, oldest_due_at: null };',
      after: 'return (row);',
      reason: 'The query always gives a row.',
    },
  ]),
  ...file('src/merchant/webhooks/sending/claim.store.ts', [
    {
      before:
        "d.status = 'PENDING' and d.due_at <= ${request.now} and (d.claimed_until is null or d.claimed_until < now())",
      after:
        "d.status = 'PENDING' and d.due_at <= ${request.now} and (d.claimed_until is null or d.claimed_until <= now())",
      reason: 'A microsecond of a clock that goes on.',
    },
    {
      before: "and (d.order_id is null or d.attempts <> '[]' or not exists (",
      after: "and (false or d.attempts <> '[]' or not exists (",
      reason: 'Nothing comes before what belongs to no order.',
    },
    { before: 'union all', after: 'union', reason: 'Each endpoint comes once.' },
    {
      before: 'row_number() over (partition by troubled order by random()) as turn',
      after: 'row_number() over (partition by troubled order by random() desc) as turn',
      reason: 'It is random either way.',
    },
    {
      before: 'where h.failed or e.failures > 0 order by e.id for no key update of e',
      after: 'where h.failed or e.failures > 0 order by e.id desc for no key update of e',
      reason: 'It only says in which order rows are locked, which is always the same one.',
    },
  ]),
];
