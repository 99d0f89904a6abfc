import { Type } from './type.ts';

/** Headers of the routes whose operation runs inside `idempotent`, for the API reference. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key with the same body returns the first answer again, for 24 hours.',
    }),
  ),
});
