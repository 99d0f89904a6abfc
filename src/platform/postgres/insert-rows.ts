import type { Tx } from './client/database.ts';

/** Inserts rows by the names of their columns, which the first row lists. */
export async function insertRows(
  tx: Tx,
  schema: string,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = tx.identifier(...Object.keys(first));
  const target = tx`${tx.identifier(schema)}.${tx.identifier(table)}`;
  await tx`
    insert into ${target} (${columns})
    select ${columns} from json_populate_recordset(null::${target}, ${tx.json(toJson(rows))}::json)`;
}

/** Writes bigints as text, because they have more digits than a JSON number keeps. */
const toJson = (rows: readonly object[]): unknown =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
    ),
  );
