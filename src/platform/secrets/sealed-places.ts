import { personTotp } from '../console/factors/confirm-codes.ts';
import { passwordLinkJobName, passwordLinkPurpose } from '../console/recovery/mail-password-link.ts';
import { sealPurpose as answerPurpose } from '../http/idempotency.ts';
import { mailJobName, mailPurpose } from '../mail/mail.ts';
import { hashKeyPurpose } from '../tokens/hash-key.store.ts';
import { sealPurpose as signingKeyPurpose } from '../tokens/tokens.ts';

/** A column with sealed values, and the purpose that they are bound to. */
export interface SealedColumn {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  /** Column whose value is part of the purpose, if the sealed value is bound to its row. */
  readonly boundTo?: string;
  purpose(boundTo: string): string;
}

/** All places with sealed values of a service. Every new place must be listed, or SECRET_KEY could not be replaced. */
export interface SealedPlaces {
  readonly columns: readonly SealedColumn[];
  /** Tasks whose queued jobs carry a sealed value, with its purpose. */
  readonly jobs?: Readonly<Record<string, string>>;
  /** Columns (schema.table.column) sealed with another key than SECRET_KEY, each with the reason. */
  readonly otherwise?: Readonly<Record<string, string>>;
}

export const platformSealed: SealedPlaces = {
  columns: [
    {
      schema: 'platform',
      table: 'signing_keys',
      column: 'sealed_private_jwk',
      boundTo: 'purpose',
      purpose: signingKeyPurpose,
    },
    {
      schema: 'platform',
      table: 'hash_keys',
      column: 'sealed_key',
      boundTo: 'purpose',
      purpose: hashKeyPurpose,
    },
    {
      schema: 'platform',
      table: 'idempotency_keys',
      column: 'sealed_body',
      purpose: () => answerPurpose,
    },
    {
      schema: 'platform',
      table: 'person_totp',
      column: 'sealed_secret',
      boundTo: 'person_id',
      purpose: (personId) => personTotp(personId).sealPurpose,
    },
  ],
  jobs: { [mailJobName]: mailPurpose, [passwordLinkJobName]: passwordLinkPurpose },
};

export const nameOf = (column: Pick<SealedColumn, 'schema' | 'table' | 'column'>): string =>
  `${column.schema}.${column.table}.${column.column}`;
