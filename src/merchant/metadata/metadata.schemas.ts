import { metadataBounds, type Metadata as MetadataValue } from './metadata.rules.ts';
import { Type } from '../../platform/http/type.ts';

const { keys, keyLength, valueLength } = metadataBounds;

export const Metadata = Type.Unsafe<MetadataValue>({
  type: 'object',
  description: `The merchant’s own notes, which lists can be searched by: up to ${keys} keys of up to ${keyLength} characters, with texts of up to ${valueLength}. Customers never see them.`,
  maxProperties: keys,
  propertyNames: {
    minLength: 1,
    maxLength: keyLength,
    format: 'visible-text',
  },
  additionalProperties: { type: 'string', maxLength: valueLength, format: 'visible-text' },
  examples: [{ basket: '7710', channel: 'web' }],
});

/** In the answers, where nothing is to be checked. */
export const ShownMetadata = Type.Unsafe<MetadataValue>({
  type: 'object',
  description: 'As it was given',
  additionalProperties: { type: 'string' },
});

/** Stands in a query as often as there are keys to look for. */
export const metadataFilter = {
  'metadata[key]': Type.Optional(
    Type.String({
      maxLength: valueLength,
      description: 'Only what has this value under this key of its metadata; may be given for several keys',
    }),
  ),
};
