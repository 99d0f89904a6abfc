import fc from 'fast-check';

/**
 * Generates any Unicode character for `fc.string({ unit })`. The built-in unit `binary` does the same but takes a
 * second to list all of them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
