import { Type } from 'typebox';

export const cardFields = {
  name: Type.String({ examples: ['Ana'] }),
  id: Type.String(),
  photoQty: Type.Integer(),
  local: Type.String({ description: 'city and state', examples: ['São Paulo, SP'] }),
  age: Type.Union([Type.Integer(), Type.Null()], { description: 'null where it is not known' }),
  parties: Type.Array(Type.Integer(), { description: 'coming events the user takes part in' }),
  isCombination: Type.Integer({ description: '1 where the two are combined' }),
  image: Type.String({ description: 'image address' }),
};
export const cardSchema = Type.Object(cardFields);
