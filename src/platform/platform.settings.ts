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

/**
 * Connections of a process in addition to the pool: eight lanes of jobs and two for their work, signals, leader
 * election, health.
 */
export const otherConnections = 13;

export const serviceNames = ['merchant', 'accounts', 'social'] as const;
export type ServiceName = (typeof serviceNames)[number];

const databaseProtocols = ['postgres:', 'postgresql:'] as const;

const databaseOf = (service: ServiceName) =>
  url({
    protocols: databaseProtocols,
    default: '',
    description: `Database for the tables of ${service}. Without it they are in DATABASE_URL. Moving them requires more than this setting: see docs/operations/move-service.md.`,
    secret: true,
  });

const replicasOf = (service: ServiceName) =>
  urls({
    protocols: databaseProtocols,
    default: [],
    description: `Streaming standbys of ${service.toUpperCase()}_DATABASE_URL, used like those in DATABASE_REPLICA_URL.`,
    secret: true,
  });

const mailbox = /^(?:[^<>\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/u;

/** Matches origins, including those of apps and extensions with their own schemes, and `null` of sandboxed pages. */
const origin = /^(?:\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+)$/i;

/**
 * Reads a list of origins. They are compared with the Origin header of browsers, so an origin with a path would never
 * match.
 */
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

/** Public on purpose: the sandbox's secrets protect nothing but test coins. */
const sandboxSecretKey = 'c2FuZGJveC1zYW5kYm94LXNhbmRib3gtc2FuZGJveC0=';

export const platformSettings = {
  ENVIRONMENT: choice(environments, {
    default: 'sandbox',
    description: 'The environment. A database can be used by one of the two only.',
  }),
  HOST: text({ default: '127.0.0.1', description: 'Address to listen on.' }),
  PORT: integer({
    default: 8080,
    min: 0,
    max: 65_535,
    description: 'Port to listen on; 0 for any free port.',
  }),
  PUBLIC_URL: url({
    protocols: ['http:', 'https:'],
    default: { sandbox: '', production: 'required' },
    description:
      'URL that clients use, for links in answers, mails and pages: a separate host, with a port if clients need one, without a path. Default in the sandbox: http://HOST:PORT.',
  }),
  PLAIN_HTTP: flag({
    default: { sandbox: true, production: false },
    description:
      'Allows a PUBLIC_URL with http:// for addresses other than loopback. Anyone on the network path can then read passwords and tokens.',
  }),
  SANDBOX_PUBLIC: flag({
    default: { sandbox: false, production: true },
    description:
      'Allows listening on addresses other than loopback. Avoid this for a sandbox, because its credentials are public.',
  }),
  MOVABLE_CLOCK: flag({
    default: { sandbox: true, production: false },
    description: 'Allows moving the clock forward to test expiry and retries.',
  }),
  SERVICES: list({
    of: serviceNames,
    default: serviceNames,
    description: 'Services to run.',
  }),
  ROOT_SERVICE: choice(['none', ...serviceNames], {
    default: 'none',
    description: 'Service that also answers without its prefix, for clients with a bare base URL.',
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
    description: `Connections that a process keeps to each database for requests. Jobs, signals and other tasks add ${otherConnections}.`,
  }),
  DATABASE_REPLICA_URL: urls({
    protocols: databaseProtocols,
    default: [],
    description:
      'Streaming standbys of DATABASE_URL. They serve lists, statements, histories and exports, each with DATABASE_POOL connections.',
    secret: true,
  }),
  MERCHANT_DATABASE_REPLICA_URL: replicasOf('merchant'),
  ACCOUNTS_DATABASE_REPLICA_URL: replicasOf('accounts'),
  SOCIAL_DATABASE_REPLICA_URL: replicasOf('social'),
  DATABASE_REPLICA_LAG_MS: integer({
    default: 2000,
    min: 100,
    max: 60_000,
    description:
      'Maximum lag of a replica. A replica that is further behind is not used until it has caught up.',
  }),
  DATABASE_WAIT_MS: integer({
    default: 5000,
    min: 100,
    max: 600_000,
    description: 'Time that a request waits for a database connection before it is answered with 503.',
  }),
  DATABASE_STATEMENT_MS: integer({
    default: 15_000,
    min: 1000,
    max: 600_000,
    description: 'Time limit for each statement of a request in PostgreSQL.',
  }),
  NATS_URL: urls({
    protocols: ['nats:', 'tls:'],
    default: [],
    description:
      'Sends signals between processes by NATS. PostgreSQL carries them only while NATS is unavailable. Several servers of one cluster are separated by commas and share one user name and password.',
    secret: true,
  }),
  NATS_SUBJECT: text({
    default: 'praca.signals',
    description: 'Subject of the signals. Installations that share a NATS server need different subjects.',
  }),
  SECRET_KEY: madeSecret('base64', {
    default: { sandbox: sandboxSecretKey, production: 'required' },
    description: 'Key that encrypts secrets in the database: 32 bytes in base64 (openssl rand -base64 32).',
  }),
  SECRET_KEY_PREVIOUS: text({
    default: '',
    description:
      'The former key while SECRET_KEY is being replaced. It decrypts existing secrets and never encrypts new ones.',
    secret: true,
  }),
  WEAK_SECRETS: flag({
    default: { sandbox: true, production: false },
    description: 'Accepts secrets that are public, repetitive or too short.',
  }),
  PASSWORD_MEMORY_KIB: integer({
    default: 19_456,
    min: 8,
    max: 4_194_304,
    description:
      'Memory of one Argon2id password hash. After an increase, each password is hashed again at the next sign-in. After a decrease, the duration of a sign-in reveals which accounts have an older hash.',
  }),
  PASSWORD_PASSES: integer({
    default: 2,
    min: 1,
    max: 100,
    description: 'Passes of one Argon2id password hash.',
  }),
  WEAK_HASHES: flag({
    default: { sandbox: true, production: false },
    description: 'Allows password hashes with less than 19456 KiB and 2 passes.',
  }),
  PASSWORD_QUEUE: integer({
    default: 500,
    min: 1,
    max: 1_000_000,
    description:
      'Password hashes that may wait for a core in one process. Further requests are answered with 503.',
  }),
  CONSOLE_SECOND_FACTOR: flag({
    default: { sandbox: false, production: true },
    description:
      'Requires a second factor from all users of the console, set up at the first sign-in. Otherwise it is optional.',
  }),
  CONSOLE_LOOK_AROUND: flag({
    default: { sandbox: true, production: false },
    description:
      'Lets anyone enter the console from its sign-in page as staff or as a merchant. Also serves the catalogue of page components at /console/parts.',
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
    description: 'Addresses or networks of proxies whose x-forwarded-* and x-request-id headers are trusted.',
  }),
  CORS_ORIGINS: origins({
    default: { sandbox: ['*'], production: [] },
    description: 'Origins whose pages may call the API from a browser; * for all.',
  }),
  RATE_LIMIT: integer({
    default: { sandbox: 0, production: 1200 },
    max: 1_000_000_000,
    description: 'Requests per minute from one address, counted by each process separately; 0 for no limit.',
  }),
  BODY_LIMIT_BYTES: integer({
    default: 1_048_576,
    min: 1024,
    max: 268_435_456,
    description: 'Maximum size of a request body.',
  }),
  SHUTDOWN_TIMEOUT_MS: integer({
    default: 10_000,
    max: 3_600_000,
    description: 'Time for running requests and jobs to finish after a stop signal.',
  }),
  SHUTDOWN_DELAY_MS: integer({
    default: { sandbox: 0, production: 3000 },
    max: 60_000,
    description:
      'Time after a stop signal during which /readyz answers 503 while requests are still accepted. Then the process stops listening.',
  }),
  LOG_LEVEL: choice(['silent', 'error', 'warn', 'info', 'debug'], {
    default: { sandbox: 'warn', production: 'info' },
    description: 'Log level. Every request is logged at info.',
  }),
  METRICS_OPEN: flag({
    default: { sandbox: true, production: false },
    description: 'Serves /metrics without authentication.',
  }),
  METRICS_TOKEN: madeSecret('text', {
    default: '',
    description:
      'Bearer token for /metrics if METRICS_OPEN is off: at least 16 random characters (openssl rand -hex 32). With neither, /metrics answers 404.',
  }),
  METRICS_WAIT_MS: integer({
    default: 2000,
    min: 100,
    max: 600_000,
    description:
      'Time that /metrics waits for values from the database. After that it reports the last known values.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url({
    protocols: ['http:', 'https:'],
    default: '',
    description:
      'Collector that receives spans of requests, transactions, jobs and outgoing calls by OTLP over HTTP, without its path /v1/traces. Without it no spans are made.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: list({
    default: [],
    description: 'Headers for the collector: name=value, separated by commas.',
    secret: true,
  }),
  OTEL_SERVICE_NAME: text({ default: 'praca', description: 'Name of this installation in traces.' }),
  OTEL_TRACES_SAMPLER_ARG: formatted('number from 0 to 1', /^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/, {
    default: '1',
    description:
      'Share of traces that are exported. The trace id decides, and not the flag that a caller sends.',
  }),
  SETTINGS_FILE: text({
    default: 'praca.env',
    description:
      'File with NAME=value lines. A file named here must exist; the default praca.env may be missing.',
  }),
} as const;
