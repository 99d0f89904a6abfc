/** Whoever watches the process must be answered, whatever else comes from its address. These two have nothing to guess. */
export const isProbe = (url: string): boolean => /^\/(?:healthz|readyz)(?:[/?]|$)/.test(url);
