/** Probes are not rate limited: a monitor shares its address with other clients, and probes hold no secret to guess. */
export const isProbe = (url: string): boolean => /^\/(?:healthz|readyz)(?:[/?]|$)/.test(url);
