/** A merchant's own notes on what it made: texts by keys. We keep and find them, and read nothing into them. */
export type Metadata = Readonly<Record<string, string>>;

export interface MetadataSubject {
  readonly kind: 'payment' | 'order';
  readonly pspId: number;
  readonly id: string;
}

export const metadataBounds = { keys: 16, keyLength: 40, valueLength: 500 } as const;
