import { userInfo } from 'node:os';
import { CommandError } from '../../platform/command.ts';
import { toNormalForm } from '../../platform/normal-form.ts';

const longestName = 100;

type Values = Record<string, string | boolean | undefined>;

/** Who answers for a command. Where a second person counts, nobody is guessed. */
export function readStaff(values: Values, otherwise: 'login' | 'required' = 'login'): string {
  const given = values['by'];
  if (typeof given !== 'string' && otherwise === 'required')
    throw new CommandError('Say who you are: --by <name>.');
  const name = typeof given === 'string' ? toNormalForm(given, longestName)?.trim() : userInfo().username;
  if (name === undefined || name === '' || name.length > longestName) {
    throw new CommandError(`Say who answers for it, in up to ${longestName} characters.`);
  }
  return name;
}

export function readReason(values: Values): string | null {
  const given = values['reason'];
  if (typeof given !== 'string' || given.trim() === '') return null;
  if (given.length > 1000) throw new CommandError('The reason has at most 1000 characters.');
  return given.trim();
}
