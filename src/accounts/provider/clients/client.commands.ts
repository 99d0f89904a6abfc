import { readFileSync } from 'node:fs';
import { CommandError, type Command, type CommandInput } from '../../../platform/command.ts';
import { newId } from '../../../platform/ids.ts';
import { byOption, readStaff, recordStaffAct } from '../../../platform/staff/read-staff.ts';
import type { AccountsSettings } from '../../accounts.context.ts';
import { clientKinds, metadataOf, type ClientMetadata } from './client.rules.ts';
import {
  ClientFault,
  clientsContextOf,
  createClient,
  getClients,
  removeClient,
  rotateSecret,
} from './manage-clients.ts';

const text = { type: 'string' } as const;
const options = {
  ...byOption,
  id: text,
  kind: text,
  redirect: text,
  'after-logout': text,
  'backchannel-logout': text,
  logo: text,
  terms: text,
  privacy: text,
  keys: text,
  resources: text,
  alg: text,
  'first-party': { type: 'boolean' },
} as const;

const splitList = (value: string | boolean | undefined): string[] =>
  typeof value === 'string' ? value.split(',').map((item) => item.trim()) : [];

/** Returns the member only if the flag was given. */
const member = <K extends keyof ClientMetadata>(
  name: K,
  value: ClientMetadata[K] | undefined,
): Partial<ClientMetadata> => (value === undefined ? {} : { [name]: value });

const word = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

function readJson(flag: string, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CommandError(`--${flag} takes a JSON file: ${(error as Error).message}`);
  }
}

function readMetadata(name: string, { values }: CommandInput): ClientMetadata {
  const usualKind = values['redirect'] === undefined ? 'service' : 'server';
  const kind = clientKinds.find((known) => known === (values['kind'] ?? usualKind));
  if (!kind) throw new CommandError(`--kind takes ${clientKinds.join(', ')}.`);
  const logoutUris = splitList(values['after-logout']);
  const keys = readJson('keys', word(values['keys'])) as ClientMetadata['jwks'];
  const usual = metadataOf(kind);
  return {
    client_name: name,
    ...usual,
    ...(keys === undefined ? {} : { token_endpoint_auth_method: 'private_key_jwt' }),
    redirect_uris: splitList(values['redirect']),
    ...(logoutUris.length > 0 ? { post_logout_redirect_uris: logoutUris } : {}),
    ...member('backchannel_logout_uri', word(values['backchannel-logout'])),
    ...member('logo_uri', word(values['logo'])),
    ...member('tos_uri', word(values['terms'])),
    ...member('policy_uri', word(values['privacy'])),
    ...member('jwks', keys),
    ...member('resources', readJson('resources', word(values['resources'])) as ClientMetadata['resources']),
    ...member(
      'id_token_signed_response_alg',
      word(values['alg']) as ClientMetadata['id_token_signed_response_alg'],
    ),
    ...member('first_party', values['first-party'] === true ? true : undefined),
  };
}

/** Runs an operation and reports its fault in one sentence. */
const reporting = <T>(run: Promise<T>): Promise<T> =>
  run.catch((error: unknown) => {
    throw error instanceof ClientFault ? new CommandError(error.message) : error;
  });

export const clientCommands: readonly Command<AccountsSettings>[] = [
  {
    name: 'clients create',
    summary: 'Registers an application that uses accounts as its sign-in, and shows its secret once.',
    usage: `<name> --by <e-mail> [--kind ${clientKinds.join('|')}] [--id id] [--redirect uris] [--after-logout uris] [--backchannel-logout uri] [--logo uri] [--terms uri] [--privacy uri] [--keys file] [--resources file] [--alg RS256] [--first-party]`,
    options,
    positionals: 1,
    async run(platform, input, print) {
      const by = await readStaff(platform, input.values, ['admin']);
      const [name] = input.positionals;
      if (name === undefined) throw new CommandError('clients create takes the name of the application.');
      const id = word(input.values['id']) ?? newId(platform.clock.nowMs());
      const metadata = readMetadata(name, input);
      const secret = await reporting(
        createClient(clientsContextOf(platform), id, metadata, (tx) =>
          recordStaffAct(tx, platform, by, { act: 'client.created', subject: id }),
        ),
      );
      print(`client id      ${id}`);
      if (secret !== undefined) print(`client secret  ${secret}`);
      print(`issuer         ${platform.publicUrl}/accounts`);
    },
  },
  {
    name: 'clients list',
    summary: 'Lists the applications that use accounts as their sign-in.',
    positionals: 0,
    async run(platform, _input, print) {
      for (const { id, metadata, source } of await getClients(platform)) {
        print(`${id}  ${metadata.client_name}  ${metadata.redirect_uris.join(' ')}  ${source}`);
      }
    },
  },
  {
    name: 'clients rotate',
    summary: 'Replaces the secret of an application. The old one stops working at once.',
    usage: '<client id> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { positionals: [id = ''], values }, print) {
      const by = await readStaff(platform, values, ['admin']);
      const secret = await reporting(
        rotateSecret(clientsContextOf(platform), id, (tx) =>
          recordStaffAct(tx, platform, by, { act: 'client.secret_rotated', subject: id }),
        ),
      );
      print(`client secret  ${secret}`);
    },
  },
  {
    name: 'clients delete',
    summary: 'Removes an application. Its tokens stop working at once.',
    usage: '<client id> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { positionals: [id = ''], values }, print) {
      const by = await readStaff(platform, values, ['admin']);
      await reporting(
        removeClient(clientsContextOf(platform), id, (tx) =>
          recordStaffAct(tx, platform, by, { act: 'client.deleted', subject: id }),
        ),
      );
      print(`The application ${id} is removed.`);
    },
  },
];
