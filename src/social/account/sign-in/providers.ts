import { StartError } from '../../../platform/start-error.ts';

export interface Provider {
  name: string;
  issuer: string;
  audience: string;
}

/** Parses ID_TOKEN_PROVIDERS. An invalid item stops the start. */
export function readProviders(items: readonly string[], publicUrl: string): Provider[] {
  return items.map((item) => {
    if (item === 'accounts') return { name: item, issuer: `${publicUrl}/accounts`, audience: 'social' };
    const [name = '', issuer = '', audience = '', ...more] = item.split('|');
    if (name === '' || audience === '' || more.length > 0 || !/^https?:\/\//.test(issuer)) {
      throw new StartError(`ID_TOKEN_PROVIDERS takes name|issuer URL|audience, not ${JSON.stringify(item)}.`);
    }
    return { name, issuer, audience };
  });
}
