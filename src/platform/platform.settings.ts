import {
  choice,
  environments,
  flag,
  formatted,
  integer,
  list,
  madeSecret,
  SettingFault,
  text,
  url,
  urls,
  type SettingDefinition,
} from './settings.ts';

/** Of each process besides the pool: eight lanes of jobs and two for their work, signals, leader election, health. */
export const otherConnections = 13;

export const serviceNames = ['merchant', 'accounts', 'social'] as const;
export type ServiceName = (typeof serviceNames)[number];

const databaseProtocols = ['postgres:', 'postgresql:'] as const;

const databaseOf = (service: ServiceName) =>
  url({
    protocols: databaseProtocols,
    default: '',
    description: `A database for the tables of ${service}; without it they are in DATABASE_URL. Moving there takes more than the setting: see operations.md.`,
    secret: true,
  });

const replicasOf = (service: ServiceName) =>
  urls({
    protocols: databaseProtocols,
    default: [],
    description: `Streaming standbys of ${service.toUpperCase()}_DATABASE_URL, as DATABASE_REPLICA_URL has those of DATABASE_URL.`,
    secret: true,
  });

const mailbox = /^(?:[^<>\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/u;

/** Also of apps and extensions, whose schemes are their own; a sandboxed page says `null`. */
const origin = /^(?:\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+)$/i;

/** Compared as browsers send them: one with a path would match nothing. */
function origins(options: Parameters<typeof list>[0]): SettingDefinition<readonly string[]> {
  const definition = list(options);
  const kind = 'comma list of origins, such as https://app.example.com';
  return {
    ...definition,
    kind,
    parse(given) {
      const items = definition.parse(given);
      if (!items.every((item) => origin.test(item)))
        throw new SettingFault(`takes a ${kind}, without a path, or *`);
      return items;
    },
  };
}

/** Published on purpose: the sandbox's secrets protect nothing but test coins. */
const sandboxSecretKey = 'c2FuZGJveC1zYW5kYm94LXNhbmRib3gtc2FuZGJveC0=';

export const platformSettings = {
  ENVIRONMENT: choice(environments, {
    default: 'sandbox',
    description: 'Which of the two environments this is. A database belongs to one of them for good.',
  }),
  HOST: text({ default: '127.0.0.1', description: 'Address to listen on.' }),
  PORT: integer({
    default: 8080,
    min: 0,
    max: 65_535,
    description: 'Port to listen on; 0 takes a free one.',
  }),
  PUBLIC_URL: url({
    protocols: ['http:', 'https:'],
    default: { sandbox: '', production: 'required' },
    description:
      'The address that clients use, for links in answers, mails and pages: a host of its own, with a port where clients need one and without a path. Sandbox: http://HOST:PORT.',
  }),
  PLAIN_HTTP: flag({
    default: { sandbox: true, production: false },
    description:
      'Lets PUBLIC_URL begin with http:// on more than loopback, where everybody on the way can read along.',
  }),
  SANDBOX_PUBLIC: flag({
    default: { sandbox: false, production: true },
    description:
      'Lets it listen on more than loopback. A sandbox should not: everybody knows its credentials.',
  }),
  MOVABLE_CLOCK: flag({
    default: { sandbox: true, production: false },
    description: 'Lets the clock be moved forward to try out expiry and retries.',
  }),
  SERVICES: list({
    of: serviceNames,
    default: serviceNames,
    description: 'Which services are served.',
  }),
  ROOT_SERVICE: choice(['none', ...serviceNames], {
    default: 'none',
    description: 'This service also answers without its prefix, for clients with a bare base URL.',
  }),
  WORKERS: integer({
    default: 1,
    min: 1,
    max: 64,
    description: 'Processes that share the port on this machine.',
  }),
  DATA_DIR: text({
    default: '.praca',
    description: 'Directory of the embedded PostgreSQL. Not used with DATABASE_URL.',
  }),
  DATABASE_URL: url({
    protocols: databaseProtocols,
    default: { sandbox: '', production: 'required' },
    description: 'PostgreSQL 15 or newer. The sandbox brings its own.',
    secret: true,
  }),
  MERCHANT_DATABASE_URL: databaseOf('merchant'),
  ACCOUNTS_DATABASE_URL: databaseOf('accounts'),
  SOCIAL_DATABASE_URL: databaseOf('social'),
  DATABASE_POOL: integer({
    default: 10,
    min: 2,
    max: 200,
    description: `Connections a process keeps to each database for requests; jobs, signals and the like add ${otherConnections}.`,
  }),
  DATABASE_REPLICA_URL: urls({
    protocols: databaseProtocols,
    default: [],
    description:
      'Streaming standbys of DATABASE_URL. Lists, statements, history and exports are read there, each with DATABASE_POOL connections.',
    secret: true,
  }),
  MERCHANT_DATABASE_REPLICA_URL: replicasOf('merchant'),
  ACCOUNTS_DATABASE_REPLICA_URL: replicasOf('accounts'),
  SOCIAL_DATABASE_REPLICA_URL: replicasOf('social'),
  DATABASE_REPLICA_LAG_MS: integer({
    default: 2000,
    min: 100,
    max: 60_000,
    description: 'A replica that is further behind is left out until it has caught up.',
  }),
  DATABASE_WAIT_MS: integer({
    default: 5000,
    min: 100,
    max: 600_000,
    description: 'How long a request waits for one of these connections before it is answered with 503.',
  }),
  DATABASE_STATEMENT_MS: integer({
    default: 15_000,
    min: 1000,
    max: 600_000,
    description: 'How long PostgreSQL may work on a statement of a request before it is ended.',
  }),
  NATS_URL: urls({
    protocols: ['nats:', 'tls:'],
    default: [],
    description:
      'Sends signals between processes by NATS, and by PostgreSQL only while it is away. Several servers of one cluster with commas between; a name and password are the same for all.',
    secret: true,
  }),
  NATS_SUBJECT: text({
    default: 'praca.signals',
    description: 'Subject of the signals; one for each Praça that shares a NATS server.',
  }),
  SECRET_KEY: madeSecret('base64', {
    default: { sandbox: sandboxSecretKey, production: 'required' },
    description:
      'Seals what must be kept secret in the database: 32 bytes in base64 (openssl rand -base64 32).',
  }),
  SECRET_KEY_PREVIOUS: text({
    default: '',
    description: 'The key before, while SECRET_KEY is being changed: still opens, never seals.',
    secret: true,
  }),
  WEAK_SECRETS: flag({
    default: { sandbox: true, production: false },
    description: 'Accepts secrets that are published, repetitive or too short.',
  }),
  PASSWORD_MEMORY_KIB: integer({
    default: 19_456,
    min: 8,
    max: 4_194_304,
    description:
      'Memory of one Argon2id password hash. When it grows, passwords are hashed anew as people sign in. When it shrinks, the time of a sign-in tells whose hash is from before.',
  }),
  PASSWORD_PASSES: integer({
    default: 2,
    min: 1,
    max: 100,
    description: 'Passes of one Argon2id password hash.',
  }),
  WEAK_HASHES: flag({
    default: { sandbox: true, production: false },
    description: 'Accepts less than 19456 KiB and 2 passes for password hashes.',
  }),
  PASSWORD_QUEUE: integer({
    default: 500,
    min: 1,
    max: 1_000_000,
    description: 'Password hashes that may wait for a core in one process; beyond it the answer is 503.',
  }),
  CONSOLE_SECOND_FACTOR: flag({
    default: { sandbox: false, production: true },
    description:
      'Everybody in the console sets up a second factor at the first sign-in. Otherwise only those who want one have it.',
  }),
  CONSOLE_LOOK_AROUND: flag({
    default: { sandbox: true, production: false },
    description:
      'The sign-in page of the console lets everybody look around as staff or as a merchant, and /console/parts shows the parts that pages are made of.',
  }),
  SMTP_URL: url({
    protocols: ['smtp:', 'smtps:'],
    default: { sandbox: '', production: 'required' },
    description: 'Mail server. The sandbox keeps all mail at /mailbox instead.',
    secret: true,
  }),
  MAIL_FROM: formatted('mail address, with or without a name', mailbox, {
    default: { sandbox: 'Praça <no-reply@praca.test>', production: 'required' },
    description: 'Sender of all mail.',
  }),
  TRUST_PROXY: list({
    default: [],
    description: 'Addresses or networks of proxies whose x-forwarded-* and x-request-id headers count.',
  }),
  CORS_ORIGINS: origins({
    default: { sandbox: ['*'], production: [] },
    description: 'Origins whose pages may call the API from a browser; * for all.',
  }),
  RATE_LIMIT: integer({
    default: { sandbox: 0, production: 1200 },
    max: 1_000_000_000,
    description: 'Requests a minute from one address, counted by each process; 0 for no limit.',
  }),
  BODY_LIMIT_BYTES: integer({
    default: 1_048_576,
    min: 1024,
    max: 268_435_456,
    description: 'Largest request body.',
  }),
  SHUTDOWN_TIMEOUT_MS: integer({
    default: 10_000,
    max: 3_600_000,
    description: 'How long running requests and jobs may take to finish when the process is told to stop.',
  }),
  SHUTDOWN_DELAY_MS: integer({
    default: { sandbox: 0, production: 3000 },
    max: 60_000,
    description:
      'How long /readyz says no, while requests are still taken, before the process stops listening.',
  }),
  LOG_LEVEL: choice(['silent', 'error', 'warn', 'info', 'debug'], {
    default: { sandbox: 'warn', production: 'info' },
    description: 'What is logged. Every request has a line at info.',
  }),
  METRICS_OPEN: flag({
    default: { sandbox: true, production: false },
    description: 'Serves /metrics to everybody.',
  }),
  METRICS_TOKEN: madeSecret('text', {
    default: '',
    description:
      'Bearer token that opens /metrics otherwise: at least 16 random characters (openssl rand -hex 32). With neither, /metrics answers 404.',
  }),
  METRICS_WAIT_MS: integer({
    default: 2000,
    min: 100,
    max: 600_000,
    description: 'How long /metrics waits for figures from the database before it tells those it knew last.',
  }),
  SETTINGS_FILE: text({
    default: 'praca.env',
    description: 'File with NAME=value lines. One that is named has to be there; praca.env need not.',
  }),
} as const;
