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
  ...file('src/accounts/sign-up/registration.store.ts', [
    { before: 'union all', after: 'union', reason: 'Each step is of another network.' },
    {
      before: 'order by created_at desc, id desc limit ${most}',
      after: 'order by created_at desc, id desc',
      reason: 'It bounds the work: what comes of it is limited once more.',
    },
  ]),
  ...file('src/platform/console/throttle/throttle.store.ts', [
    {
      before: 'select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key',
      after: 'select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key desc',
      reason: 'It only says in which order rows are locked, which is always the same one.',
    },
  ]),
  ...file('src/platform/mail/mailbox.store.ts', [
    {
      before: 'values (${id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html ?? null},',
      after: 'values (${id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${(mail.html)},',
      reason: 'The client sends what is undefined as null.',
    },
  ]),
];
