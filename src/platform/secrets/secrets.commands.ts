import { CommandError, type Command } from '../command.ts';
import { referTo } from '../postgres/database-reference.ts';
import { findUnknownColumns, resealSecrets, type Resealed } from './reseal-secrets.ts';
import type { SealedPlaces } from './sealed-places.ts';

export const resealCommand = (places: readonly SealedPlaces[]): Command => ({
  name: 'secrets reseal',
  summary: 'Seals everything with SECRET_KEY that the key before has sealed; then that one can be dropped.',
  positionals: 0,
  async run(platform, _input, print) {
    const { databases, sealer } = platform;
    const unknown = [];
    for (const database of databases) unknown.push(...(await findUnknownColumns(database, places)));
    if (unknown.length > 0) {
      throw new CommandError(
        `Nothing was done: this version does not know how ${unknown.join(', ')} is sealed.`,
      );
    }
    const all: Resealed[] = [];
    for (const database of databases) {
      await resealSecrets({ sql: database.sql, sealer }, places, (resealed) => {
        all.push(resealed);
        print(referTo(database, describe(resealed)));
      });
    }
    if (all.some(({ unreadable }) => unreadable > 0)) {
      throw new CommandError(
        'Not everything could be opened: set SECRET_KEY_PREVIOUS to the key that sealed it, and run this again.',
      );
    }
    if (all.some(({ unfinished }) => unfinished)) {
      throw new CommandError(
        'Something still seals with another key: restart every process with the new SECRET_KEY, and run this again.',
      );
    }
    print('Everything is sealed with SECRET_KEY. SECRET_KEY_PREVIOUS can be removed from the settings.');
  },
});

function describe({ place, anew, unreadable }: Resealed): string {
  const done = `${place}: ${anew} sealed anew`;
  return unreadable === 0 ? done : `${done}, ${unreadable} could not be opened`;
}
