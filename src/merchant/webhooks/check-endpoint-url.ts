import { isIP } from 'node:net';
import { isPublicAddress } from '../../platform/outbound/public-address.ts';
import { invalidField } from '../../platform/problem.ts';
import type { MerchantContext } from '../merchant.context.ts';

const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * The address as it will be used. Parsing has turned every way to write an IPv4 address (decimal, octal, hex, short)
 * into the usual one. What a name leads to is judged anew with every connection.
 */
export function checkEndpointUrl(context: Pick<MerchantContext, 'settings'>, text: string): string {
  const { WEBHOOK_HTTP: http, WEBHOOK_PRIVATE_ADDRESSES: privateAddresses } = context.settings;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !(url.protocol === 'https:' || (http && url.protocol === 'http:'))) {
    throw invalidField(
      'url',
      'malformed',
      `must be an address that begins with https://${http ? ' or http://' : ''}`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('url', 'not_allowed', 'must not hold a user name or password');
  }
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
  const numeric = isIP(hostname) !== 0;
  if (!privateAddresses && (numeric ? !isPublicAddress(hostname) : isLocalName(hostname))) {
    throw invalidField('url', 'not_public', 'must lead to a public address');
  }
  // A fragment is for browsers and would never be sent.
  url.hash = '';
  return url.href;
}

const isLocalName = (name: string): boolean => !name.includes('.') || localNames.test(name);
