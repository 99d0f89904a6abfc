import vm from 'node:vm';

/** A module of the app, taken apart so that it can be joined with others. */
export interface ModuleText {
  readonly body: string;
  /** As written: `./x.ts`, `preact`. */
  readonly imports: readonly string[];
  /** Of `import('…')`: what begins a file of its own. */
  readonly lazyImports: readonly string[];
  /** What it gives to others: the name, and the expression that it stands for. */
  readonly exports: ReadonlyMap<string, string>;
}

export interface Places {
  /** The variable that holds what a module exports. */
  variableOf(specifier: string): string;
  /** The address of the file that a lazy import loads. */
  fileOf(specifier: string): string;
}

const importPattern = /(?<=^|[;\n])import\s*(?:([\w$]+)|\{([^}]*)\})?\s*(?:from\s*)?["']([^"']+)["'];?/g;
const lazyPattern = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
const reExportPattern = /(?<=^|[;\n])export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["'];?/g;
const listPattern = /(?<=^|[;\n}])export\s*\{([^}]*)\};?/g;
const declarationPattern = /(?<=^|\n)export ((?:async )?function\*?|const|class) ([\w$]+)/g;
const defaultPattern = /(?<=^|[;\n])export default /g;

/**
 * Turns one module into statements of a function. It knows the forms that our formatter writes and those of the packages
 * we serve, and refuses the rest. What is exported is handed over when the module has run, so nothing may change it later.
 */
export function readModuleText(path: string, source: string, places: Places): ModuleText {
  const imports: string[] = [];
  const lazyImports: string[] = [];
  const exports = new Map<string, string>();
  const use = (specifier: string): string => {
    imports.push(specifier);
    return places.variableOf(specifier);
  };
  const body = source
    .replaceAll(reExportPattern, (_, names: string, specifier: string) => {
      const variable = use(specifier);
      for (const [inside, outside] of namesOf(names)) exports.set(outside, `${variable}.${inside}`);
      return '';
    })
    .replaceAll(
      importPattern,
      (_, whole: string | undefined, names: string | undefined, specifier: string) => {
        const variable = use(specifier);
        if (whole !== undefined) return `const ${whole} = ${variable}.default;`;
        const taken = namesOf(names ?? '').map(([inside, outside]) => `${inside}: ${outside}`);
        return taken.length === 0 ? '' : `const { ${taken.join(', ')} } = ${variable};`;
      },
    )
    .replaceAll(listPattern, (_, names: string) => {
      for (const [inside, outside] of namesOf(names)) exports.set(outside, inside);
      return '';
    })
    .replaceAll(declarationPattern, (_, kind: string, name: string) => {
      exports.set(name, name);
      return `${kind} ${name}`;
    })
    .replaceAll(defaultPattern, () => {
      exports.set('default', 'defaultExport');
      return 'const defaultExport = ';
    })
    .replaceAll(lazyPattern, (_, specifier: string) => {
      lazyImports.push(specifier);
      return `import('${places.fileOf(specifier)}')`;
    });
  const [, left] = /(?:^|\n)\s*((?:import|export)\b(?!\().*)/.exec(body) ?? [];
  if (left !== undefined) throw new Error(`${path} cannot be joined with others: ${left}`);
  assertRunsAtOnce(path, body);
  return { body: shorten(body), imports, lazyImports, exports };
}

/** A module that waits at its top would make all wait that are joined with it. A static block is where no `await` may be. */
function assertRunsAtOnce(path: string, body: string): void {
  try {
    return void new vm.Script(`class Joined{static{${body}\n}}`);
  } catch (error) {
    throw new Error(`${path} cannot be joined with others: ${String(error)}`, { cause: error });
  }
}

/** `a, b as c`: pairs of the name inside and the name outside. */
const namesOf = (list: string): Array<[string, string]> =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [inside = '', outside = inside] = item.split(/\s+as\s+/);
      return [inside, outside];
    });

/** Without what is for us alone. Only whole lines: inside of one, a text may look like a comment. */
const shorten = (text: string): string =>
  text
    .replaceAll(/^[ \t]*\/\*\*?[^]*?\*\/[ \t]*$/gm, '')
    .replaceAll(/^[ \t]*\/\/.*$/gm, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/^[ \t]+/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
