/** Authentication context classes: one factor, or two. */
export const oneFactor = 'urn:praca:acr:1';
export const twoFactors = 'urn:praca:acr:2';

/** Returns the class of a sign-in from its methods (RFC 8176). */
export const acrOf = (amr: readonly string[]): string => (amr.includes('mfa') ? twoFactors : oneFactor);
