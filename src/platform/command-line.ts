import { CommandError, type Command, type CommandInput } from './command.ts';

type Described = Pick<Command, 'name' | 'usage' | 'options' | 'positionals'>;

/**
 * The command that the words begin with, or those of the group that they name without one of its commands; throws a
 * sentence where they name neither.
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
  throw new CommandError(`"${named || first}" is not a command of praca: "${lists}" lists what there is.`);
}

/** As it is typed, for the help. */
export const describeUsage = ({ name, usage = '' }: Pick<Command, 'name' | 'usage'>): string =>
  `praca ${name} ${usage}`.trim();

/**
 * What follows the words of a command, or a sentence about the first thing that it would not read. A negative number
 * is no flag: the command's own check says what it takes instead.
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
    if (Object.hasOwn(values, name)) throw new CommandError(`--${name} is given twice, and counts once.`);
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
    `${command.name} has no flag ${flag} (a word that begins with "-" follows a lone "--"): ${describeUsage(command)}`,
  );
}

function readSwitch(name: string, inline: string | undefined): true {
  if (inline !== undefined) throw new CommandError(`--${name} takes no value.`);
  return true;
}

/** A flag is not taken for the value of the one before it, which somebody forgot. */
function readValue(name: string, next: string | undefined): string {
  if (next === undefined) throw new CommandError(`--${name} lacks its value.`);
  if (!isFlag(next)) return next;
  throw new CommandError(`--${name} lacks its value; one that begins with "-" is written --${name}=${next}`);
}

const amounts = ['nothing but its flags', 'one word', 'two words', 'three words'];

/** As the usage names them: those in brackets or after a flag may be left out. */
const demandedWords = ({ usage = '' }: Described): readonly string[] =>
  usage
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '')
    .replace(/--.*/, '')
    .match(/<[^>]+>|\S+/g) ?? [];

function checkPositionals(command: Described, positionals: readonly string[]): void {
  const { name, options, positionals: most } = command;
  const missing = demandedWords(command)[positionals.length];
  if (missing !== undefined) {
    throw new CommandError(`Nothing was done: ${name} lacks ${missing}: ${describeUsage(command)}`);
  }
  const extra = most === 'any' ? undefined : positionals[most];
  if (most === 'any' || extra === undefined) return;
  const amount = most === 0 && !options ? 'nothing' : (amounts[most] ?? `${most} words`);
  throw new CommandError(
    `Nothing was done: ${name} takes ${amount}${most > 0 && options ? ' and its flags' : ''}, so "${extra}" is too many: ${describeUsage(command)}`,
  );
}
