import { Type } from './type.ts';

/** For the routes whose operation runs inside `idempotent`, so that the reference shows the header. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key with the same body returns the first answer again, for 24 hours.',
    }),
  ),
});
