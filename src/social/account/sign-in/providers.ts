import { StartError } from '../../../platform/start-error.ts';

export interface Provider {
  name: string;
  issuer: string;
  audience: string;
  /** Further client ids whose ID tokens count. */
  alsoFor?: readonly string[];
}

export const audiencesOf = ({ audience, alsoFor = [] }: Provider): string[] => [audience, ...alsoFor];

/**
 * Parses ID_TOKEN_PROVIDERS. An invalid item stops the start. Of this installation's accounts only the tokens for
 * `clientIds` count: any other application that a person signs in to could use its token here in the person's name.
 */
export function readProviders(
  items: readonly string[],
  publicUrl: string,
  clientIds: readonly string[] = ['social'],
): Provider[] {
  return items.map((item) => {
    if (item === 'accounts') {
      const [audience, ...alsoFor] = clientIds;
      if (audience === undefined) throw new StartError('SOCIAL_CLIENT_IDS takes at least one client id.');
      const issuer = `${publicUrl}/accounts`;
      return { name: item, issuer, audience, ...(alsoFor.length > 0 ? { alsoFor } : {}) };
    }
    const [name = '', issuer = '', audience = '', ...more] = item.split('|');
    if (name === '' || audience === '' || more.length > 0 || !/^https?:\/\//.test(issuer)) {
      throw new StartError(`ID_TOKEN_PROVIDERS takes name|issuer URL|audience, not ${JSON.stringify(item)}.`);
    }
    return { name, issuer, audience };
  });
}
