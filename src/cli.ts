import { allCommands, allSettings, migrationSources, version, type Settings } from './app.ts';
import { diagnose } from './doctor.ts';
import { prepareDatabases, start } from './main.ts';
import { describeUsage, findCommand, readCommandInput } from './platform/command-line.ts';
import { CommandError, type Command } from './platform/command.ts';
import type { Connection } from './platform/postgres/client/connection.ts';
import { openDatabase } from './platform/postgres/client/database.ts';
import type { Platform } from './platform/platform.ts';
import { serviceNames, type ServiceName } from './platform/platform.settings.ts';
import { checkEnvironment, findOutdated } from './platform/postgres/migrate.ts';
import { checkReachable, joinConnection, joinExisting } from './platform/process/open-connection.ts';
import { openPlatform } from './platform/process/open-platform.ts';
import { placeDatabases, placesOf, type DatabasePlace } from './platform/process/place-databases.ts';
import { confirmPlaces } from './platform/process/service-places.ts';
import { isWorker, sendLastWords } from './platform/process/workers.ts';
import { describeSettings, readSettings } from './platform/settings.ts';
import { StartError } from './platform/start-error.ts';
import { createLogger, type Logger } from './platform/telemetry/logger.ts';
import { checkSecretKey } from './platform/tokens/check-secret-key.ts';
import { createSealer } from './platform/tokens/sealer.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(words: string[]): Promise<void> {
  const [first = 'help'] = words;
  switch (first) {
    case 'start':
      if (wantsHelp(words)) return printStartHelp();
      return start(readFlags(words.slice(1)));
    case 'migrate':
      if (wantsHelp(words)) return printOwn(first);
      return migrateOnly(readFlags(words.slice(1)));
    case 'doctor':
      if (wantsHelp(words)) return printOwn(first);
      return diagnose(
        readFlags(words.slice(1).filter((word) => word !== '--json')),
        print,
        process.env,
        words.includes('--json') ? 'json' : 'text',
      );
    case 'version':
    case '--version':
      return print(version);
    case 'help':
    case '--help':
    case '-h':
      return printHelp();
    default:
      return runCommand(words);
  }
}

const wantsHelp = (words: readonly string[]): boolean => words.includes('--help') || words.includes('-h');

/** Reads flags such as `--data-dir /var/lib/praca` and `--data-dir=/var/lib/praca`, which both set DATA_DIR. */
function readFlags(words: readonly string[]): Record<string, string> {
  const flags: Record<string, string> = {};
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const match = /^--([a-z][a-z0-9-]*)(?:=(.*))?$/s.exec(word);
    if (!match) throw new StartError(`"${word}" is not a setting: write --name value, as in --port 9000.`);
    const name = (match[1] ?? '').replaceAll('-', '_').toUpperCase();
    const value = match[2] ?? words[++index];
    if (value === undefined) throw new StartError(`${word} needs a value.`);
    if (name in flags) throw new StartError(`--${match[1]} is given twice.`);
    flags[name] = value;
  }
  return flags;
}

async function migrateOnly(flags: Record<string, string>): Promise<void> {
  await withDatabase({ flags, join: joinConnection }, async (connection, settings, log) => {
    const places = placeDatabases(settings, connection);
    await reach(places);
    await prepareDatabases(places, settings, log);
    print(places.length === 1 ? 'The database is up to date.' : 'The databases are up to date.');
  });
}

async function runCommand(words: string[]): Promise<void> {
  const found = findCommand(allCommands, words);
  if ('group' in found) return found.group.forEach(printCommand);
  const { command } = found;
  if (wantsHelp(words)) return printCommand(command);
  const input = readCommandInput(command, words.slice(command.name.split(' ').length));
  await withDatabase({ flags: {}, join: joinExisting }, (connection, settings, log) =>
    withPlatform(connection, settings, log, command.service, (platform) =>
      command.run(platform, input, print),
    ),
  );
}

async function withDatabase(
  { flags, join }: { flags: Record<string, string>; join: typeof joinConnection },
  run: (connection: Connection, settings: Settings, log: Logger) => Promise<void>,
): Promise<void> {
  const settings = readSettings(allSettings, { environment: process.env, flags });
  const log = createLogger({ level: settings.LOG_LEVEL === 'debug' ? 'debug' : 'warn', pretty: true });
  const database = await join(settings, log);
  try {
    await run(database.connection, settings, log);
  } finally {
    await database.close();
  }
}

/** Checks all databases but the first, which was already reached. */
async function reach([, ...others]: readonly DatabasePlace[]): Promise<void> {
  for (const { connection, setting } of others) await checkReachable(connection, setting);
}

/**
 * Runs a command if the databases match this version, environment and key; other databases are not touched. Databases
 * of other services may be unavailable.
 */
async function withPlatform(
  connection: Connection,
  settings: Settings,
  log: Logger,
  service: ServiceName | undefined,
  run: (platform: Platform<Settings>) => Promise<void>,
): Promise<void> {
  const services = service === undefined ? serviceNames : [service];
  const named = placesOf(placeDatabases(settings, connection), services);
  await reach(named);
  const meant = service === undefined ? settings.SERVICES : services;
  for (const place of await confirmPlaces(named, meant)) await requireDatabase(place, settings, meant);
  const platform = await openPlatform(settings, connection, log, services);
  try {
    await run(platform);
  } finally {
    await platform.close();
  }
}

async function requireDatabase(
  place: DatabasePlace,
  settings: Settings,
  meant: readonly string[],
): Promise<void> {
  const sql = openDatabase({ connection: place.connection, poolSize: 1, applicationName: 'praca command' });
  try {
    const outdated = await findOutdated(sql, migrationSources(place.services));
    if (outdated !== undefined) throw new StartError(outdated);
    await checkEnvironment(sql, settings.ENVIRONMENT, place.setting);
    // Data encrypted by a command with another key would stop the next start.
    const sealer = createSealer(settings.SECRET_KEY, settings.SECRET_KEY_PREVIOUS);
    const services = place.services.filter((service) => meant.includes(service));
    await checkSecretKey(sql, sealer, services);
  } finally {
    await sql.end();
  }
}

function printCommand(command: Pick<Command<Settings>, 'name' | 'usage' | 'summary'>): void {
  print(`  ${describeUsage(command)}`);
  print(`      ${command.summary}`);
}

/** Commands that do not need a database of this version. They are not in the table of commands. */
const ownCommands = [
  {
    name: 'start',
    usage: '[--setting value …]',
    summary: 'Starts the server. "praca start --help" lists the settings.',
  },
  {
    name: 'migrate',
    usage: '[--setting value …]',
    summary: 'Brings the database up to date and ends.',
  },
  {
    name: 'doctor',
    usage: '[--json] [--setting value …]',
    summary:
      'Checks settings, disk, databases, replicas, jobs, payouts, mail server, coin nodes, exchanges and NATS.',
  },
  {
    name: 'version',
    summary: 'Prints the version. The first run also installs the packages.',
  },
  { name: 'run', usage: '<script>', summary: 'Runs a script of this checkout, such as scripts/test.ts.' },
  { name: 'help', summary: 'Lists all commands; "praca psp" and the like list those of a group.' },
];

const printOwn = (wanted: string): void =>
  ownCommands.filter(({ name }) => name === wanted).forEach(printCommand);

function printHelp(): void {
  print('Praça: sign up, meet at events, pay.');
  print('');
  [...ownCommands, ...allCommands].forEach(printCommand);
}

function printStartHelp(): void {
  print('npm start [-- --setting value …]');
  print('');
  print('Settings come from the command line (--port 9000), the environment (PORT=9000 or PRACA_PORT=9000)');
  print('and the settings file (PORT=9000), in this order. Defaults: sandbox / production.');
  print('');
  for (const row of describeSettings(allSettings)) {
    const standard =
      row.sandbox === row.production ? row.sandbox : `${row.sandbox || '–'} / ${row.production || '–'}`;
    print(`  ${row.name}  (${row.kind}; ${standard === '' ? 'no default' : `default ${standard}`})`);
    print(`      ${row.description}`);
  }
}

const wantsTrace = (): boolean => (process.env['PRACA_LOG_LEVEL'] ?? process.env['LOG_LEVEL']) === 'debug';

const sentenceOf = (error: unknown): string => {
  if (error instanceof StartError || error instanceof CommandError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  const hint = wantsTrace() ? '' : ' LOG_LEVEL=debug shows where it happened.';
  return `Praça cannot go on: ${message.replace(/\.$/, '')}.${hint}`;
};

async function sayWhy(error: unknown): Promise<void> {
  const isMeant = error instanceof StartError || error instanceof CommandError;
  if (!isMeant && wantsTrace()) console.error(error);
  if (isWorker()) await sendLastWords(sentenceOf(error));
  else if (isMeant || !wantsTrace()) process.stderr.write(`${sentenceOf(error)}\n`);
}

// A reader such as `head` may close the pipe early, which ends a command. A server continues without its standard
// error.
process.stdout.on('error', () => process.exit(0));
process.stderr.on('error', () => {});

main(process.argv.slice(2)).then(
  () => process.exit(process.exitCode ?? 0),
  async (error: unknown) => {
    await sayWhy(error);
    process.exit(1);
  },
);
