import { metadataBounds, type Metadata as MetadataValue } from './metadata.rules.ts';
import { Type } from '../../../platform/http/type.ts';

const { keys, keyLength, valueLength } = metadataBounds;

export const Metadata = Type.Unsafe<MetadataValue>({
  type: 'object',
  description: `The merchant’s own notes, searchable in lists: up to ${keys} keys of up to ${keyLength} characters, with texts of up to ${valueLength}. Customers never see them.`,
  maxProperties: keys,
  propertyNames: {
    minLength: 1,
    maxLength: keyLength,
    format: 'visible-text',
  },
  additionalProperties: { type: 'string', maxLength: valueLength, format: 'visible-text' },
  examples: [{ basket: '7710', channel: 'web' }],
});

/** Schema for responses, which are not validated. */
export const ShownMetadata = Type.Unsafe<MetadataValue>({
  type: 'object',
  description: 'As it was given',
  additionalProperties: { type: 'string' },
});

/** May be repeated in a query, once per key. */
export const metadataFilter = {
  'metadata[key]': Type.Optional(
    Type.String({
      maxLength: valueLength,
      description: 'Only objects with this value for this metadata key; may be given for several keys',
    }),
  ),
};
