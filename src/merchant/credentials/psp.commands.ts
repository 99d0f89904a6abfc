import { CommandError, type Command, type CommandInput } from '../../platform/command.ts';
import { ProblemError } from '../../platform/problem.ts';
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
import { readOnly, scopes } from './scope.rules.ts';

type Print = (line: string) => void;

function readPspId(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text))
    throw new CommandError('Name the PSP by its number.');
  return Number(text);
}

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

const noPsp = (pspId: number): CommandError => new CommandError(`There is no PSP ${pspId}.`);
const noCredential = (clientId: string): CommandError =>
  new CommandError(`There is no credential ${clientId} that could still be used.`);

export const pspCommands: readonly Command[] = [
  {
    name: 'psp create',
    summary: 'Creates a PSP with a first credential and shows the secret once.',
    usage: '<name>',
    positionals: 'any',
    async run(platform, { positionals }, print) {
      const name = positionals.join(' ').trim();
      if (name === '' || name.length > 200)
        throw new CommandError('psp create takes a name of 1 to 200 characters.');
      const created = await createPsp(platform, name);
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
    usage: '<psp>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      const pspId = readPspId(positionals[0]);
      if (!(await suspendPsp(platform, pspId))) throw noPsp(pspId);
      print(`PSP ${pspId} is suspended.`);
    },
  },
  {
    name: 'psp resume',
    summary: 'Ends a suspension.',
    usage: '<psp>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      const pspId = readPspId(positionals[0]);
      if (!(await resumePsp(platform, pspId))) throw noPsp(pspId);
      print(`PSP ${pspId} may work again.`);
    },
  },
  {
    name: 'psp credential add',
    summary: 'Gives a PSP one more credential and shows the secret once.',
    usage: '<psp> [--name text] [--read-only] [--networks 203.0.113.0/24,…]',
    options: { name: { type: 'string' }, 'read-only': { type: 'boolean' }, networks: { type: 'string' } },
    positionals: 1,
    async run(platform, { values, positionals }, print) {
      const pspId = readPspId(positionals[0]);
      const issued = await addCredential(platform, pspId, readTerms(values));
      if (!issued) throw noPsp(pspId);
      printCredential(issued, print);
    },
  },
  {
    name: 'psp credential rotate',
    summary: 'Replaces the secret of a credential and shows the new one once.',
    usage: '<client id>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      const clientId = readClientId(positionals[0]);
      const issued = await rotateCredential(platform, clientId);
      if (!issued) throw noCredential(clientId);
      printCredential(issued, print);
    },
  },
  {
    name: 'psp credential revoke',
    summary: 'Ends a credential and every token it obtained.',
    usage: '<client id>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      const clientId = readClientId(positionals[0]);
      if (!(await endCredential(platform, clientId))) throw noCredential(clientId);
      print(`${clientId} is revoked.`);
    },
  },
];
