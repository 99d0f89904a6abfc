/**
 * Whether a text is too long by far, before anything is done with it. Bringing marks into their order (NFC) takes time
 * that grows with the square of their number: a megabyte of them would hold up the whole process for minutes.
 */
export const isFarTooLong = (text: string, longest: number): boolean => text.length > 8 * longest;
