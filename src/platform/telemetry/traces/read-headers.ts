import { StartError } from '../../start-error.ts';

/** Reads `name=value` entries, whose values may be percent-encoded (OTEL_EXPORTER_OTLP_HEADERS). */
export function readHeaders(entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name = '', value = ''] =
        /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x20-\x7e]*)$/.exec(entry) ?? [];
      if (name === '')
        throw new StartError('OTEL_EXPORTER_OTLP_HEADERS takes name=value, separated by commas.');
      return [name, decode(value)];
    }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
