import fc from 'fast-check';

/**
 * Every character there is, for `fc.string({ unit })`. That knows them all too, by the name of `binary`, and takes a
 * second to list the million of them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
