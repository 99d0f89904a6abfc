import { CommandError, type Command } from '../command.ts';
import { referTo } from '../postgres/database-reference.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { byOption, readStaff, recordStaffAct } from '../staff/read-staff.ts';
import { findUnknownColumns, resealSecrets, type Resealed } from './reseal-secrets.ts';
import type { SealedPlaces } from './sealed-places.ts';

export const resealCommand = (places: readonly SealedPlaces[]): Command => ({
  name: 'secrets reseal',
  summary: 'Seals all secrets of the previous key with SECRET_KEY, so that the previous key can be removed.',
  usage: '--by <e-mail>',
  options: byOption,
  positionals: 0,
  async run(platform, { values }, print) {
    const { databases, sealer } = platform;
    const by = await readStaff(platform, values, ['admin']);
    const unknown = [];
    for (const database of databases) unknown.push(...(await findUnknownColumns(database, places)));
    if (unknown.length > 0) {
      throw new CommandError(
        `Nothing was done: this version does not know how ${unknown.join(', ')} is sealed.`,
      );
    }
    await transaction(platform.home.sql, (tx) =>
      recordStaffAct(tx, platform, by, { act: 'secrets.resealed' }),
    );
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
        'A process still seals with another key: restart every process with the new SECRET_KEY, and run this again.',
      );
    }
    print('Everything is sealed with SECRET_KEY. SECRET_KEY_PREVIOUS can be removed from the settings.');
  },
});

function describe({ place, anew, unreadable }: Resealed): string {
  const done = `${place}: ${anew} resealed`;
  return unreadable === 0 ? done : `${done}, ${unreadable} could not be opened`;
}
