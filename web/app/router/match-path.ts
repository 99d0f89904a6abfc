import { places, type PlaceName } from './places.ts';

export interface Match {
  readonly name: PlaceName;
  readonly parameters: Readonly<Record<string, string>>;
}

export function matchPath(path: string): Match | undefined {
  for (const [name, { paths }] of Object.entries(places)) {
    for (const pattern of paths) {
      const parameters = readParameters(pattern, path);
      if (parameters) return { name: name as PlaceName, parameters };
    }
  }
  return undefined;
}

export function readParameters(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.replace(/(?<=.)\/$/, '').split('/')];
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return undefined;
    } else if (text === '') return undefined;
    else parameters[part.slice(1)] = decode(text);
  }
  return parameters;
}

/** Returns the text unchanged if it is malformed, for example cut inside an escape sequence. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
