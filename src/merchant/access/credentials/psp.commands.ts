import { CommandError, type Command, type CommandInput } from '../../../platform/command.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { adminRoles, staffActor } from '../audit/audit.rules.ts';
import { recordAction } from '../audit/record-action.ts';
import { parseNetworks } from './allowed-networks.ts';
import {
  addCredential,
  createPsp,
  endCredential,
  getPsps,
  resumePsp,
  rotateCredential,
  suspendPsp,
  type IssuedCredential,
  type CredentialTerms,
} from './manage-credentials.ts';
import { readPspId } from './read-psp-id.ts';
import { readOnly, scopes } from './scope.rules.ts';

type Print = (line: string) => void;

function readClientId(text: string | undefined): string {
  if (text === undefined || text === '') throw new CommandError('Name the client id.');
  return text;
}

function readTerms(values: CommandInput['values']): CredentialTerms {
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '');
  if (text('name').length > 100) throw new CommandError('A name has at most 100 characters.');
  try {
    return {
      name: text('name'),
      scopes: values['read-only'] === true ? readOnly : scopes,
      networks: parseNetworks(text('networks')),
    };
  } catch (error) {
    throw error instanceof ProblemError ? new CommandError(error.detail) : error;
  }
}

function printCredential(issued: IssuedCredential, print: Print): void {
  print(`client id      ${issued.clientId}`);
  print(`client secret  ${issued.clientSecret}   (shown only now)`);
}

/** Returns the staff member responsible for a command and a function that records the action with the change. */
async function readAdmin(platform: Platform, values: CommandInput['values']) {
  const { email } = await readStaff(platform, values, adminRoles);
  const by = staffActor(email);
  return {
    by,
    record: async (tx: Tx, action: string, subject: string) =>
      recordAction(tx, platform, { action, subject, by, reason: null }),
  };
}

const noPsp = (pspId: number): CommandError => new CommandError(`There is no PSP ${pspId}.`);
const noCredential = (clientId: string): CommandError =>
  new CommandError(`There is no credential ${clientId} that could still be used.`);

export const pspCommands: readonly Command[] = [
  {
    name: 'psp create',
    summary: 'Creates a PSP with a first credential and shows the secret once.',
    usage: '<name> --by <e-mail>',
    options: byOption,
    positionals: 'any',
    async run(platform, { values, positionals }, print) {
      const name = positionals.join(' ').trim();
      if (name === '' || name.length > 200)
        throw new CommandError('psp create takes a name of 1 to 200 characters.');
      const { by, record } = await readAdmin(platform, values);
      const created = await createPsp(platform, name, by, (tx, { pspId }) =>
        record(tx, 'psp created', `psp:${pspId}`),
      );
      print(`PSP ${created.pspId} "${name}"`);
      printCredential(created, print);
    },
  },
  {
    name: 'psp list',
    summary: 'Lists PSPs and their credentials.',
    positionals: 0,
    async run(platform, _input, print) {
      const psps = await getPsps(platform);
      if (psps.length === 0) print('There are no PSPs yet.');
      for (const psp of psps) {
        print(`${psp.id}  ${psp.name}${psp.suspended_at ? '  suspended' : ''}`);
        for (const credential of psp.credentials) {
          print(`     ${credential.client_id}${credential.revoked_at ? '  revoked' : ''}`);
        }
      }
    },
  },
  {
    name: 'psp suspend',
    summary: 'Refuses every token of a PSP at once.',
    usage: '<psp> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { values, positionals }, print) {
      const pspId = readPspId(positionals[0]);
      const { record } = await readAdmin(platform, values);
      const recorded = (tx: Tx) => record(tx, 'psp suspended', `psp:${pspId}`);
      if (!(await suspendPsp(platform, pspId, recorded))) throw noPsp(pspId);
      print(`PSP ${pspId} is suspended.`);
    },
  },
  {
    name: 'psp resume',
    summary: 'Ends a suspension.',
    usage: '<psp> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { values, positionals }, print) {
      const pspId = readPspId(positionals[0]);
      const { record } = await readAdmin(platform, values);
      const recorded = (tx: Tx) => record(tx, 'psp resumed', `psp:${pspId}`);
      if (!(await resumePsp(platform, pspId, recorded))) throw noPsp(pspId);
      print(`PSP ${pspId} is no longer suspended.`);
    },
  },
  {
    name: 'psp credential add',
    summary: 'Adds a credential to a PSP and shows the secret once.',
    usage: '<psp> [--name text] [--read-only] [--networks 203.0.113.0/24,…] --by <e-mail>',
    options: {
      name: { type: 'string' },
      'read-only': { type: 'boolean' },
      networks: { type: 'string' },
      ...byOption,
    },
    positionals: 1,
    async run(platform, { values, positionals }, print) {
      const pspId = readPspId(positionals[0]);
      const terms = readTerms(values);
      const { by, record } = await readAdmin(platform, values);
      const issued = await addCredential(platform, pspId, terms, by, (tx, { clientId }) =>
        record(tx, 'credential created', clientId),
      );
      if (!issued) throw noPsp(pspId);
      printCredential(issued, print);
    },
  },
  {
    name: 'psp credential rotate',
    summary: 'Replaces the secret of a credential and shows the new one once.',
    usage: '<client id> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { values, positionals }, print) {
      const clientId = readClientId(positionals[0]);
      const { by, record } = await readAdmin(platform, values);
      const issued = await rotateCredential(platform, clientId, by, (tx) =>
        record(tx, 'credential rotated', clientId),
      );
      if (!issued) throw noCredential(clientId);
      printCredential(issued, print);
    },
  },
  {
    name: 'psp credential revoke',
    summary: 'Ends a credential and every token it obtained.',
    usage: '<client id> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { values, positionals }, print) {
      const clientId = readClientId(positionals[0]);
      const { record } = await readAdmin(platform, values);
      const recorded = (tx: Tx) => record(tx, 'credential revoked', clientId);
      if (!(await endCredential(platform, clientId, recorded))) throw noCredential(clientId);
      print(`${clientId} is revoked.`);
    },
  },
];
