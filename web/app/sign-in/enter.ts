import type { SocialProof } from '@praca/client';

/** Signs in with the result of `prove`. Returns an error message for the form, or undefined on success. */
export type Enter = (prove: () => Promise<SocialProof>) => Promise<string | undefined>;
