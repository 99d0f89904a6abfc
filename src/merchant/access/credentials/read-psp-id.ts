import { CommandError } from '../../../platform/command.ts';

export function readPspId(text: string | boolean | undefined): number {
  if (typeof text !== 'string' || !/^[1-9]\d{0,8}$/.test(text))
    throw new CommandError('Name the PSP by its number.');
  return Number(text);
}
