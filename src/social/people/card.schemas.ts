import { Type } from '../../platform/http/type.ts';

export const cardFields = {
  name: Type.String({ examples: ['Ana'] }),
  id: Type.String(),
  photoQty: Type.Integer(),
  local: Type.String({ description: 'city and state', examples: ['São Paulo, SP'] }),
  // A list of types and not a union: the serialiser would have to validate each value against both sides of that.
  age: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'null where it is not known',
    examples: [29],
  }),
  parties: Type.Array(Type.Integer(), {
    description: 'coming events the user takes part in, and shows the viewer',
  }),
  isCombination: Type.Integer({ description: '1 where the two are combined' }),
  image: Type.String({ description: 'image address' }),
  thumb: Type.String({ description: 'address of the same image, small' }),
};
export const cardSchema = Type.Object(cardFields);
