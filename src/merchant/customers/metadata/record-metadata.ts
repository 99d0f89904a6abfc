import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Metadata, MetadataSubject } from './metadata.rules.ts';
import { digestOf } from './read-metadata-filter.ts';
import { insertEntries } from './metadata.store.ts';

/** Makes metadata searchable. The caller stores the metadata itself in its own row. */
export function recordMetadata(tx: Tx, subject: MetadataSubject, metadata: Metadata): void {
  const digests = Object.entries(metadata).map(([key, value]) => digestOf(key, value));
  if (digests.length > 0) insertEntries(tx, subject, digests);
}
