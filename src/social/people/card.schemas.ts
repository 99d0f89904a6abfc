import { Type } from '../../platform/http/type.ts';

export const cardFields = {
  name: Type.String({ examples: ['Ana'] }),
  id: Type.String(),
  photoQty: Type.Integer(),
  local: Type.String({ description: 'city and state', examples: ['São Paulo, SP'] }),
  // Uses a type list instead of a union, because the serialiser validates each value against every branch of a union.
  age: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'null if unknown',
    examples: [29],
  }),
  parties: Type.Array(Type.Integer(), {
    description: 'coming events that the user attends, if the viewer may see the attendance',
  }),
  isCombination: Type.Integer({ description: '1 if the two are combined' }),
  image: Type.String({ description: 'image address' }),
  thumb: Type.String({ description: 'address of the same image, small' }),
};
export const cardSchema = Type.Object(cardFields);
