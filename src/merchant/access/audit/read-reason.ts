import { CommandError } from '../../../platform/command.ts';

type Values = Record<string, string | boolean | undefined>;

export function readReason(values: Values): string | null {
  const given = values['reason'];
  if (typeof given !== 'string' || given.trim() === '') return null;
  if (given.length > 1000) throw new CommandError('The reason has at most 1000 characters.');
  return given.trim();
}
