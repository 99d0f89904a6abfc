import type { Config } from '../state/config.ts';

const [youngest, oldest] = [18, 120];

type Ages = Pick<Config, 'ageRangeStart' | 'ageRangeEnd'>;

/** Keeps the age range valid by moving the other end along. Returns undefined while a number is incomplete. */
export function fitAges(
  { ageRangeStart, ageRangeEnd }: Ages,
  end: 'ageRangeStart' | 'ageRangeEnd',
  text: string,
): Ages | undefined {
  const age = Number(text);
  if (!Number.isInteger(age) || age < youngest || age > oldest) return undefined;
  return end === 'ageRangeStart'
    ? { ageRangeStart: age, ageRangeEnd: Math.max(age, ageRangeEnd) }
    : { ageRangeStart: Math.min(age, ageRangeStart), ageRangeEnd: age };
}
