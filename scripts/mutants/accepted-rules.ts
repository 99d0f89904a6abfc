import { file, type Accepted } from './accepted-line.ts';

export const ACCEPTED_OF_RULES: readonly Accepted[] = [
  ...file('src/platform/money.ts', [
    {
      before: 'export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);',
      after: 'export const least = (a: bigint, b: bigint): bigint => (a <= b ? a : b);',
      reason: 'Where they are equal it does not matter which is taken.',
    },
    {
      before: `if (!Number.isFinite(value)) return 'not a number';`,
      after: `if (false) return 'not a number';`,
      reason: 'NaN and Infinity are no decimals as texts either.',
    },
    {
      before: String.raw`const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);`,
      reason: 'JavaScript writes numbers with an exponent in this form alone.',
    },
    {
      before: "if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;",
      after: "if (point < 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;",
      reason: 'JavaScript writes an exponent from 1e-7 down and from 1e21 up: the point is never there.',
    },
    {
      before: "if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;",
      after: "if (point <= 1) return `${sign}0.${'0'.repeat(-point)}${digits}`;",
      reason: 'JavaScript writes an exponent from 1e-7 down and from 1e21 up: the point is never there.',
    },
    {
      before: `const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');`,
      after: `const digits = (minor <= 0n ? -minor : minor).toString().padStart(decimals + 1, '0');`,
      reason: 'Only for zero would it be another, and minus zero is zero.',
    },
    {
      before: `const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');`,
      after: `const digits = (minor < 1n ? -minor : minor).toString().padStart(decimals + 1, '0');`,
      reason: 'Only for zero would it be another, and minus zero is zero.',
    },
  ]),
  ...file('src/social/chat/week.rules.ts', [
    {
      before: 'const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;',
      reason: 'The formatter gives every part; the defaults are for the compiler.',
    },
    {
      before: 'return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000);',
      reason: 'Only differences of whole hours, and days, are made of it: parts of a second cancel out.',
    },
    {
      before: 'let lastDay = { day: 0, fromMs: 0, untilMs: 0 };',
      reason: 'It only remembers; without it the same is computed again.',
    },
    {
      before: 'const usualOffsetMs = -3 * 60 * 60 * 1000;',
      reason: 'A first guess, which the loops below correct; a bad one only takes longer.',
    },
    {
      before: 'if (ms >= lastDay.fromMs && ms < lastDay.untilMs) return lastDay.day;',
      reason: 'It only remembers; without it the same is computed again.',
    },
    {
      before: 'let day = Math.floor((ms + usualOffsetMs) / dayMs);',
      reason: 'A first guess, which the loops below correct; a bad one only takes longer.',
    },
    {
      before: 'if (day !== lastDay.day || lastDay.untilMs === 0)',
      reason: 'It only remembers; without it the same is computed again.',
    },
    {
      before: 'lastDay = { day, fromMs: startOfDay(day), untilMs: startOfDay(day + 1) };',
      reason: 'It only remembers; without it the same is computed again.',
    },
    {
      before: 'if (known !== undefined) return known;',
      reason: 'It only remembers; without it the same is computed again.',
    },
    {
      before: 'const start = Math.min(...candidates);',
      reason: 'Where two offsets fit, both give the same moment: of different ones one is filtered out.',
    },
    {
      before: 'if (starts.size > 5000) starts.clear();',
      reason: 'It bounds what is remembered, and changes no answer.',
    },
    {
      before: 'starts.set(day, start);',
      reason: 'It only remembers; without it the same is computed again.',
    },
  ]),
  ...file('src/merchant/chains/bitcoin/select-outputs.rules.ts', [
    {
      before: 'const exactCandidates = 60;',
      reason: 'A bound of the search: one more finds a match in cases that nobody counts on.',
    },
    {
      before: 'const exactTries = 5000;',
      reason: 'A bound of the search: one more finds a match in cases that nobody counts on.',
    },
    {
      before: '.filter(({ amountMinor }) => amountMinor > costs.input)',
      after: '.filter(({ amountMinor }) => amountMinor >= costs.input)',
      reason: 'What is worth exactly its cost brings nothing: it is the last to be taken, and then in vain.',
    },
    {
      before: 'leastChange: dust > input ? dust : input,',
      after: 'leastChange: dust >= input ? dust : input,',
      reason: 'Where they are equal it does not matter which is taken.',
    },
    {
      before: 'const pool = usable.slice(0, exactCandidates);',
      after: 'const pool = usable;',
      reason: 'A bound of the search, which the number of its steps bounds as well.',
    },
    {
      before: 'const rest = [...worth, 0n];',
      reason: 'The loop below fills it; behind its end there is nothing.',
    },
    {
      before: 'for (let index = worth.length - 1; index >= 0; index--) {',
      reason: 'What it would leave out or add is there already: the last sum is the last worth.',
    },
    {
      before: 'let tries = 0;',
      reason: 'A bound of the search: one more finds a match in cases that nobody counts on.',
    },
    {
      before:
        'if (tries++ > exactTries || chosen.length >= exactInputs || sum + (rest[index] ?? 0n) < target) {',
      reason: 'Bounds of the search: without them it takes longer and finds the same, or more.',
    },
  ]),
  ...file('src/merchant/chains/bitcoin/node-number.rules.ts', [
    {
      before: `const text = typeof number === 'string' ? number : '';`,
      after: `const text = typeof number === 'string' ? number : 'other';`,
      reason: 'Neither is an amount; only the text of the error differs.',
    },
    {
      before: `const [, whole = '', fraction = '', exponent = '0'] = match;`,
      reason: 'The pattern gives the first part, and an empty exponent is zero too.',
    },
    {
      before: 'if (shift >= 0) return digits * 10n ** BigInt(shift);',
      reason: 'Without a shift, multiplying and dividing by one are the same.',
    },
  ]),
  ...file('src/social/feed/position.rules.ts', [
    {
      before: 'one.at === other.at ? one.id > other.id : one.at > other.at;',
      after: 'one.at === other.at ? one.id > other.id : one.at >= other.at;',
      reason: 'They are not equal there.',
    },
    {
      before: `return { at, id: next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };`,
      reason: 'The text has exactly these 32 characters.',
    },
  ]),
  ...file('src/social/pairs/pair.rules.ts', [
    {
      before: 'one < other ? { lowId: one, highId: other } : { lowId: other, highId: one };',
      after: 'one <= other ? { lowId: one, highId: other } : { lowId: other, highId: one };',
      reason: 'Nobody is a pair with oneself.',
    },
  ]),
  ...file('src/accounts/pictures/initials.rules.ts', [
    {
      before: 'const longestBeginning = 40;',
      after: 'const longestBeginning = 41;',
      reason: 'It bounds the work on a long name, of which the first letter alone counts.',
    },
    {
      before: 'const beginning = name.trim().slice(0, longestBeginning);',
      after: 'const beginning = name.trim();',
      reason: 'It bounds the work on a long name, of which the first letter alone counts.',
    },
    {
      before: 'return Number.parseInt(userId.slice(-2), 16) % colours.length || 0;',
      after: 'return Number.parseInt(userId.slice(-3), 16) % colours.length || 0;',
      reason: 'Of the number of colours, eight, a third digit is always a multiple.',
    },
  ]),
];
