import { totpPurpose } from '../console/factors/check-factor.ts';
import { passwordLinkJobName, passwordLinkPurpose } from '../console/recovery/mail-password-link.ts';
import { sealPurpose as answerPurpose } from '../http/idempotency.ts';
import { mailJobName, mailPurpose } from '../mail/mail.ts';
import { hashKeyPurpose } from '../tokens/hash-key.store.ts';
import { sealPurpose as signingKeyPurpose } from '../tokens/tokens.ts';

/** A column of sealed values, and what they are sealed for. */
export interface SealedColumn {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  /** The column that the purpose is made with, where it is bound to its row. */
  readonly boundTo?: string;
  purpose(boundTo: string): string;
}

/** Where something lies sealed: whoever seals in a new place names it, or SECRET_KEY could not be changed. */
export interface SealedPlaces {
  readonly columns: readonly SealedColumn[];
  /** Jobs that carry a sealed value while they wait, with its purpose. */
  readonly jobs?: Readonly<Record<string, string>>;
  /** Columns, as schema.table.column, that are sealed with another key than SECRET_KEY, and why. */
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
      purpose: totpPurpose,
    },
  ],
  jobs: { [mailJobName]: mailPurpose, [passwordLinkJobName]: passwordLinkPurpose },
};

export const nameOf = (column: Pick<SealedColumn, 'schema' | 'table' | 'column'>): string =>
  `${column.schema}.${column.table}.${column.column}`;
