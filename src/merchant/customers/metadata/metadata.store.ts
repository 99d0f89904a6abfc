import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { MetadataSubject } from './metadata.rules.ts';

export function insertEntries(tx: Tx, subject: MetadataSubject, digests: readonly Buffer[]): void {
  tx.defer(tx`
    insert into merchant.metadata_entries (psp_id, subject, digest, subject_id)
    select ${subject.pspId}::integer, ${subject.kind}, decode(digest, 'hex'), ${subject.id}::uuid
    from unnest(${digests.map((digest) => digest.toString('hex'))}::text[]) as given (digest)`);
}
