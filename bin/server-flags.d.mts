export const loadingFlags: readonly string[];
export const serverFlags: readonly string[];
export const serverEnvironment: Readonly<Record<string, string>>;
