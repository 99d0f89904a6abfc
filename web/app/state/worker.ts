interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const address = '/app/service-worker.js';

/** Trusted Types policy that allows only this script address. */
function trustAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return address;
  const policy = trustedTypes.createPolicy('praca', {
    createScriptURL(url) {
      if (url !== address) throw new TypeError(`${url} is no script of ours`);
      return url;
    },
  });
  return policy.createScriptURL(address);
}

/** Registers the service worker after the first screen is rendered, so that it does not compete for bandwidth. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker
      .register(trustAddress(), { scope: '/app' })
      .catch((error: unknown) => console.warn('the app does not open offline', error));
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
