import type { Options } from '@node-rs/argon2';

/** Praça's defaults: Argon2id with 19 MiB, two passes, one lane. */
export const argon2id: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
