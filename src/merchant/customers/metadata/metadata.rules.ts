/** A merchant's own notes on an object, as texts by key. They are stored and searched but not interpreted. */
export type Metadata = Readonly<Record<string, string>>;

export interface MetadataSubject {
  readonly kind: 'payment' | 'order';
  readonly pspId: number;
  readonly id: string;
}

export const metadataBounds = { keys: 16, keyLength: 40, valueLength: 500 } as const;
