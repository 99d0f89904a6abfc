import { readSettingsFile } from './process/read-settings-file.ts';
import { refusalsOf, StartError } from './start-error.ts';

/** Describes one setting. `parse` throws a `SettingFault` that says which values are valid. */
export interface SettingDefinition<T> {
  readonly parse: (text: string) => T;
  readonly sandbox: T;
  /** Default in production. `required`: production does not start without a value. */
  readonly production: T | 'required';
  readonly description: string;
  readonly kind: string;
  readonly secret?: boolean;
  /** Encoding of a secret that an operator creates. Only such secrets are checked for weakness. */
  readonly secretForm?: 'base64' | 'text';
}

export type SettingDefinitions = Record<string, SettingDefinition<unknown>>;
export type SettingValues<D extends SettingDefinitions> = {
  readonly [K in keyof D]: D[K] extends SettingDefinition<infer T> ? T : never;
};

export class SettingFault extends Error {}

interface Defaults<T> {
  /** One default for both environments, or one for each. */
  default: T | { sandbox: T; production: T | 'required' };
  description: string;
  secret?: boolean;
}

function define<T>(kind: string, parse: (text: string) => T, options: Defaults<T>): SettingDefinition<T> {
  const value = options.default;
  const perEnvironment = typeof value === 'object' && value !== null && 'sandbox' in value;
  const each = perEnvironment ? value : { sandbox: value, production: value };
  return {
    kind,
    parse,
    ...each,
    description: options.description,
    ...(options.secret ? { secret: true } : {}),
  };
}

export const text = (options: Defaults<string>): SettingDefinition<string> =>
  define('text', (value) => value, options);

/** Defines a secret that an operator creates, unlike one issued by another server. */
export const madeSecret = (
  secretForm: 'base64' | 'text',
  options: Omit<Defaults<string>, 'secret'>,
): SettingDefinition<string> => ({ ...text({ ...options, secret: true }), secretForm });

export const integer = (
  options: Defaults<number> & { min?: number; max: number },
): SettingDefinition<number> => {
  const { min = 0, max } = options;
  const kind = `whole number, ${min} to ${max}`;
  return define(
    kind,
    (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) throw new SettingFault(`takes a ${kind}`);
      return number;
    },
    options,
  );
};

export const flag = (options: Defaults<boolean>): SettingDefinition<boolean> =>
  define(
    'yes or no',
    (value) => {
      if (['yes', 'true', '1', 'on'].includes(value.toLowerCase())) return true;
      if (['no', 'false', '0', 'off'].includes(value.toLowerCase())) return false;
      throw new SettingFault('takes yes or no');
    },
    options,
  );

export const choice = <const T extends string>(
  values: readonly T[],
  options: Defaults<NoInfer<T>>,
): SettingDefinition<T> =>
  define(
    values.join(' or '),
    (value) => {
      const found = values.find((candidate) => candidate === value.toLowerCase());
      if (found === undefined) throw new SettingFault(`takes ${values.join(' or ')}`);
      return found;
    },
    options,
  );

/** Defines a text with a fixed format, which `kind` describes. */
export const formatted = (kind: string, form: RegExp, options: Defaults<string>): SettingDefinition<string> =>
  define(
    kind,
    (value) => {
      if (!form.test(value)) throw new SettingFault(`takes a ${kind}`);
      return value;
    },
    options,
  );

export const list = (
  options: Defaults<readonly string[]> & { of?: readonly string[] },
): SettingDefinition<readonly string[]> =>
  define(
    options.of ? `comma list of ${options.of.join(', ')}` : 'comma list',
    (value) => {
      const items = value.split(',').map((item) => item.trim());
      const wrong = items.find((item) => item === '' || (options.of && !options.of.includes(item)));
      if (value !== '' && wrong !== undefined) {
        throw new SettingFault(
          options.of ? `takes a comma list of ${options.of.join(', ')}` : 'takes a comma list',
        );
      }
      return value === '' ? [] : items;
    },
    options,
  );

export const url = (
  options: Defaults<string> & { protocols: readonly string[] },
): SettingDefinition<string> =>
  define(
    `URL (${options.protocols.map((protocol) => `${protocol}//…`).join(', ')})`,
    (value) => {
      if (value !== '') checkUrl(value, options.protocols);
      return value;
    },
    options,
  );

function checkUrl(value: string, protocols: readonly string[]): void {
  const beginnings = protocols.map((protocol) => `${protocol}//`);
  const beginning = beginnings.find((each) => value.toLowerCase().startsWith(each));
  const parsed = URL.parse(value);
  if (
    beginning !== undefined &&
    !hostless.has(beginning) &&
    (value.length === beginning.length || parsed?.host === '')
  ) {
    throw new SettingFault(`takes a URL with a host, as in ${beginning}host`);
  }
  if (beginning === undefined || !parsed) {
    throw new SettingFault(`takes a URL that begins with ${beginnings.join(' or ')}`);
  }
  if (!canDecode(parsed)) {
    throw new SettingFault('takes a URL in which % begins a code of two digits, and is itself written %25');
  }
}

/** Schemes whose URL may lack a host. It then leads to this machine, or to the socket in the query. */
const hostless = new Set(['postgres://', 'postgresql://']);

/** Returns true if the parts of the URL can be percent-decoded, as the database client does. */
function canDecode({ username, password, hostname, pathname }: URL): boolean {
  try {
    [username, password, hostname, pathname].forEach(decodeURIComponent);
    return true;
  } catch {
    return false;
  }
}

/** Defines a list of URLs, such as those of redundant servers. */
export const urls = (
  options: Defaults<readonly string[]> & { protocols: readonly string[] },
): SettingDefinition<readonly string[]> => {
  const one = url({ ...options, default: '' });
  return define(
    `comma list of ${one.kind}`,
    (value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
        .map(one.parse),
    options,
  );
};

export const environments = ['sandbox', 'production'] as const;
export type Environment = (typeof environments)[number];

export interface SettingSources {
  environment: Record<string, string | undefined>;
  /**
   * Parsed command line, such as `--port 9000`. It takes precedence over the environment, which takes precedence over
   * the file.
   */
  flags?: Record<string, string>;
}

/**
 * Reads every setting from the command line, the environment (`PORT` or `PRACA_PORT`) and the settings file, in that
 * order. An unknown name is an error if it was clearly meant for Praça: on the command line, in the file, and with the
 * prefix `PRACA_`. Throws one StartError with all faults, one sentence per line.
 */
export function readSettings<D extends SettingDefinitions>(
  definitions: D,
  sources: SettingSources,
): SettingValues<D> {
  const { values, faults } = parseAll(definitions, sources);
  if (faults.length > 0) throw new StartError(faults.join('\n'));
  return values as SettingValues<D>;
}

/** Returns all faults of the settings, one sentence each. */
export const findSettingFaults = (definitions: SettingDefinitions, sources: SettingSources): string[] =>
  parseAll(definitions, sources).faults;

function parseAll(
  definitions: SettingDefinitions,
  sources: SettingSources,
): { values: Record<string, unknown>; faults: string[] } {
  const lost = refusalsOf([() => findGiven(definitions, sources)]);
  if (lost.length > 0) return { values: {}, faults: lost };
  const given = findGiven(definitions, sources);
  const named = given('ENVIRONMENT')?.trim().toLowerCase();
  const environment = environments.find((name) => name === named) ?? 'sandbox';
  const values: Record<string, unknown> = {};
  const faults = refusalsOf(
    Object.entries(definitions).map(([name, definition]) => () => {
      values[name] = parseOne(name, definition, given(name), environment);
    }),
  );
  return { values, faults };
}

function findGiven(
  definitions: SettingDefinitions,
  sources: SettingSources,
): (name: string) => string | undefined {
  const { flags = {}, environment } = sources;
  const stated = (name: string): string | undefined =>
    flags[name] ?? environment[`PRACA_${name}`] ?? environment[name];
  const file = readSettingsFile(stated('SETTINGS_FILE'));
  refuseUnknown(definitions, flags, file, environment);
  return (name) => stated(name) ?? file[name];
}

function parseOne(
  name: string,
  definition: SettingDefinition<unknown> | undefined,
  given: string | undefined,
  environment: Environment,
): unknown {
  if (!definition) throw new TypeError(`${name} is not defined`);
  if (given === undefined || given.trim() === '') {
    const standard = definition[environment];
    if (standard === 'required') {
      throw new StartError(`${name} is not set, and production needs it: ${definition.description}`);
    }
    return standard;
  }
  try {
    return definition.parse(given.trim());
  } catch (error) {
    if (!(error instanceof SettingFault)) throw error;
    const shown = definition.secret ? 'the given value' : JSON.stringify(given);
    throw new StartError(`${name} ${error.message}, not ${shown}.`);
  }
}

function refuseUnknown(
  definitions: SettingDefinitions,
  flags: Record<string, string>,
  file: Readonly<Record<string, string>>,
  environment: Record<string, string | undefined>,
): void {
  const check = (name: string, where: string): void => {
    if (name in definitions) return;
    const near = Object.keys(definitions).find((known) => isNear(known, name));
    throw new StartError(
      `${name} (${where}) is not a setting of Praça.${near ? ` Did you mean ${near}?` : ''} "npm start -- --help" lists them all.`,
    );
  };
  for (const name of Object.keys(flags)) check(name, 'on the command line');
  for (const name of Object.keys(file)) check(name, 'in the settings file');
  for (const name of Object.keys(environment)) {
    // The test runner uses PRACA_TEST_ for its own files.
    if (name.startsWith('PRACA_') && !name.startsWith('PRACA_TEST_')) {
      check(name.slice('PRACA_'.length), 'in the environment');
    }
  }
}

/** Returns true if the names differ by one letter: inserted, deleted, replaced or swapped. */
function isNear(known: string, name: string): boolean {
  if (Math.abs(known.length - name.length) > 1) return false;
  let start = 0;
  while (start < known.length && known[start] === name[start]) start++;
  const [a, b] = [known.slice(start), name.slice(start)];
  return (
    a.slice(1) === b.slice(1) ||
    a === b.slice(1) ||
    a.slice(1) === b ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** Returns the rows of docs/settings.md and of `--help` from the definitions. */
export function describeSettings(
  definitions: SettingDefinitions,
): { name: string; kind: string; sandbox: string; production: string; description: string }[] {
  const show = (value: unknown): string => {
    if (value === 'required') return 'required';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return Array.isArray(value) ? value.join(',') : String(value);
  };
  return Object.entries(definitions).map(([name, definition]) => ({
    name,
    kind: definition.kind,
    sandbox:
      definition.secret && show(definition.sandbox) !== '' ? '(a fixed one)' : show(definition.sandbox),
    production: show(definition.production),
    description: definition.description,
  }));
}
