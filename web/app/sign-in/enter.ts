import type { SocialProof } from '@praca/client';

/** Signs in with what `prove` finds; answers what went wrong, for the form to show. */
export type Enter = (prove: () => Promise<SocialProof>) => Promise<string | undefined>;
