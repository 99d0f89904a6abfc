/** Whoever watches the process must be answered, whatever else comes from its address. */
export const isProbe = (url: string): boolean => /^\/(?:healthz|readyz|metrics)(?:[/?]|$)/.test(url);
