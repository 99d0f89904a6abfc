import type { Sql } from '../../src/platform/postgres/client/database.ts';

/** Markup that tries to leave a text, an attribute with either quote, and a script. */
export const markupOf = (name: string): string =>
  `</script>"'><xss-mark onxss=1 autofocus onfocus="xss=1">${name}</xss-mark>` +
  `<img src=x onerror="xss=1"><script>xss=1</script><!--`;

/** A link with a script, for columns with addresses. */
const linkOf = (name: string): string => `javascript:xss=1//${markupOf(name)}`;

/** Finds injected markup in a parsed page and the texts that it shows. Runs in the browser. */
export const lookForMarkup = `(root) => {
  const bad = [...root.querySelectorAll('*')].filter((element) =>
    element.localName === 'xss-mark' ||
    [...element.attributes].some(({ name, value }) =>
      name.startsWith('on') || /^(href|src|srcdoc|action|formaction)$/.test(name) && /^\\s*javascript:/i.test(value)));
  const scripts = [...root.querySelectorAll('script:not([src])')].filter(({ type }) => type !== 'application/json');
  const texts = root.documentElement.textContent + [...root.querySelectorAll('input, textarea, [data-copy], [title]')].map((element) =>
    [...element.attributes].map(({ value }) => value).join(' ') + ' ' + element.value).join(' ');
  return {
    bad: [...bad, ...scripts].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    names: [...texts.matchAll(/onfocus=.?"xss=1.?">([a-z_.]+)</g)].map(([, name]) => name),
    links: [...root.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
  };
}`;
export interface Looked {
  readonly bad: readonly string[];
  readonly names: readonly string[];
  readonly links: readonly string[];
}

/** Columns with our own values, ids and numbers. The code interprets them, so markup there would not be realistic. */
const structural = new RegExp(
  `^(${[
    '.*_key',
    '.*_hash',
    '.*coin',
    '.*transaction_id',
    '.*status',
    'account|action|act|approval|asset|bytes|category|checksum|client_id|currency_pair|destination|detail',
    'deposit_mode|device_id|direction|endpoint|environment|event|event_type|excluded_by|fee_payer|form_token|gender',
    'hash|hold|home|key|kid|kind|language|media|method|mode|network|order_type|organisation|owner|pair|parent_hash',
    'picture_name|provider|purpose|role|schema_name|scope|screening|search_name|settings|spend|spent_by|stage',
    'stopped_by|table_name|timezone|transaction_type|venue|when_.*',
  ].join('|')})$`,
);
/** Columns that the code interprets although columns of the same name elsewhere are plain text. */
const exceptions = new Set([
  'merchant.ledger_movements.reference',
  'merchant.chain_addresses.address',
  'merchant.payment_choices.payment_uri',
  'merchant.simulated_outputs.address',
  'merchant.adjustment_proposals.proposed_by',
  'platform.migrations.name',
  'platform.people.email',
  'platform.staff.email',
  'social.moderation_acts.subject',
  'social.photos.name',
]);

const both = (name: string): unknown => ({ [markupOf(name)]: markupOf(name) });

/** JSON columns that are shown on pages. */
const documents: Readonly<Record<string, (name: string) => unknown>> = {
  'accounts.audit.detail': both,
  'merchant.orders.metadata': both,
  'merchant.payments.metadata': both,
  'merchant.webhook_deliveries.attempts': (name) => [
    {
      attempted_at: '2026-01-01T00:00:00Z',
      duration_ms: 5,
      response_status: 500,
      error: markupOf(name),
      response_excerpt: markupOf(name),
    },
  ],
  'merchant.webhook_deliveries.event': both,
  'platform.console_audit.detail': both,
};

/**
 * Writes markup into every text column that people or foreign machines can fill, including new columns. Skips columns
 * with database constraints. Returns the names of the filled columns.
 */
export async function fillWithMarkup(sql: Sql): Promise<string[]> {
  const columns = await sql<{ schema: string; table: string; column: string }[]>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('accounts', 'merchant', 'platform', 'social') and c.data_type = 'text'
      and t.table_type = 'BASE TABLE'
      and not (select relispartition from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass)
      and not exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and a.attname = c.column_name
          and (k.contype in ('p', 'f', 'u') or k.contype = 'c' and pg_get_constraintdef(k.oid) !~ 'num_nulls|<>'))
    order by 1, 2, 3`;
  return sql.begin(async (tx) => {
    // Disables triggers that forbid updates, because such texts could have been inserted.
    await tx`set local session_replication_role = replica`;
    const filled: string[] = [];
    for (const { schema, table, column } of columns) {
      const name = `${schema}.${table}.${column}`;
      if (structural.test(column) || exceptions.has(name)) continue;
      // Adds the row's position, because some columns are unique.
      const text = /url|link|uri$|image/.test(column) ? linkOf(name) : markupOf(name);
      const updated = await tx`
        update ${sql.identifier(schema)}.${sql.identifier(table)} t set ${sql.identifier(column)} = ${text} || t.ctid::text
        where ${sql.identifier(column)} is not null`;
      if (updated.count > 0) filled.push(name);
    }
    for (const [name, shape] of Object.entries(documents)) {
      const [schema = '', table = '', column = ''] = name.split('.');
      const updated = await tx`
        update ${sql.identifier(schema)}.${sql.identifier(table)}
        set ${sql.identifier(column)} = ${JSON.stringify(shape(name))}::jsonb`;
      if (updated.count > 0) filled.push(name);
    }
    return filled;
  });
}
