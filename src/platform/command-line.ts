import { CommandError, type Command, type CommandInput } from './command.ts';

type Described = Pick<Command, 'name' | 'usage' | 'options' | 'positionals'>;

/**
 * Returns the command that the words begin with, or the commands of the group that they name. Throws if they name
 * neither.
 */
export function findCommand<C extends Pick<Command, 'name'>>(
  commands: readonly C[],
  words: readonly string[],
): { readonly command: C } | { readonly group: readonly C[] } {
  const begins = (text: string, start: string): boolean => `${text} `.startsWith(`${start} `);
  const command = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => begins(words.join(' '), name));
  if (command) return { command };
  const flag = words.findIndex((word) => word.startsWith('-'));
  const named = (flag === -1 ? words : words.slice(0, flag)).join(' ');
  const group = commands.filter(({ name }) => begins(name, named));
  if (group.length > 0) return { group };
  const [first = ''] = words;
  const lists = commands.some(({ name }) => begins(name, first)) ? `praca ${first}` : 'praca help';
  throw new CommandError(`"${named || first}" is not a command of praca: "${lists}" lists all commands.`);
}

/** Returns the usage line for the help. */
export const describeUsage = ({ name, usage = '' }: Pick<Command, 'name' | 'usage'>): string =>
  `praca ${name} ${usage}`.trim();

/**
 * Parses the words after the command's name. Throws at the first one that the command does not accept. A negative
 * number is not a flag: the command checks it itself.
 */
export function readCommandInput(command: Described, words: readonly string[]): CommandInput {
  const values: CommandInput['values'] = {};
  const positionals: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') {
      positionals.push(...words.slice(index + 1));
      break;
    }
    if (!isFlag(word)) {
      positionals.push(word);
      continue;
    }
    const { name, inline } = splitFlag(command, word);
    if (Object.hasOwn(values, name)) throw new CommandError(`--${name} is given twice.`);
    values[name] = isSwitch(command, name)
      ? readSwitch(name, inline)
      : (inline ?? readValue(name, words[++index]));
  }
  checkPositionals(command, positionals);
  return { values, positionals };
}

const isFlag = (word: string): boolean => word.length > 1 && /^-(?![\d.])/.test(word);

const isSwitch = ({ options }: Described, name: string): boolean => options?.[name]?.type === 'boolean';

function splitFlag(command: Described, word: string): { name: string; inline: string | undefined } {
  const [, name = '', inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  if (Object.hasOwn(command.options ?? {}, name)) return { name, inline };
  const [flag = ''] = word.split('=');
  throw new CommandError(
    `Unknown flag ${flag} (write words that begin with "-" after "--"). Usage: ${describeUsage(command)}`,
  );
}

function readSwitch(name: string, inline: string | undefined): true {
  if (inline !== undefined) throw new CommandError(`--${name} takes no value.`);
  return true;
}

/** Rejects a flag as the value of the flag before it, whose value is missing. */
function readValue(name: string, next: string | undefined): string {
  if (next === undefined) throw new CommandError(`--${name} needs a value.`);
  if (!isFlag(next)) return next;
  throw new CommandError(`--${name} needs a value. Write a value that begins with "-" as --${name}=${next}`);
}

/** Returns the required words of the usage line: those that are not in brackets or after a flag. */
const demandedWords = ({ usage = '' }: Described): readonly string[] =>
  usage
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '')
    .replace(/--.*/, '')
    .match(/<[^>]+>|\S+/g) ?? [];

function checkPositionals(command: Described, positionals: readonly string[]): void {
  const { positionals: most } = command;
  const missing = demandedWords(command)[positionals.length];
  if (missing !== undefined) {
    throw new CommandError(`Missing argument ${missing}. Usage: ${describeUsage(command)}`);
  }
  const extra = most === 'any' ? undefined : positionals[most];
  if (most === 'any' || extra === undefined) return;
  throw new CommandError(`Unexpected argument "${extra}". Usage: ${describeUsage(command)}`);
}
