import { textOf } from '../protocol/provider.rules.ts';

/** What a request asks for: scopes of the profile, and scopes of each API. */
export interface Requested {
  readonly scopes: readonly string[];
  readonly resources: Readonly<Record<string, readonly string[]>>;
}

interface Asking {
  readonly params: Record<string, unknown>;
  readonly prompt: { readonly details: Record<string, unknown> };
}

export function readRequest(asking: Asking | undefined): Requested {
  const { params = {}, prompt } = asking ?? {};
  const resources = prompt?.details['missingResourceScopes'] as Requested['resources'] | undefined;
  return {
    scopes: textOf(params['scope'])
      .split(' ')
      .filter((scope) => scope !== ''),
    resources: resources ?? {},
  };
}
