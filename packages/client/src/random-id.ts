/** Returns a UUID. `crypto.randomUUID` is missing on pages served without https, for example in a home network. */
export function randomId(): string {
  // The type declarations wrongly say that it is always defined.
  if ((crypto as Partial<typeof crypto>).randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4 and the variant of RFC 9562.
  const digits = [...bytes].map((byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, '0'),
  );
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
