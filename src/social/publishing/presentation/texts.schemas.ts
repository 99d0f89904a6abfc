import { Type } from '../../../platform/http/type.ts';

export const itemSchema = Type.Object({
  photo: Type.String({ maxLength: 2000 }),
  description: Type.String({ maxLength: 2000, format: 'readable-text' }),
});
export const textBodies = {
  presentation: Type.Array(itemSchema, { minItems: 1, maxItems: 20 }),
  terms: Type.String({ minLength: 1, maxLength: 500_000, format: 'readable-text' }),
};
