import type { EcmaScriptModule } from 'oxc-parser';

/** A value that a file exports; types are not among them, since a signature may need one that nobody names. */
export interface ExportedValue {
  readonly name: string;
  readonly start: number;
}

/** A name that a file takes from another; undefined for all that it has, and for its default. */
export interface TakenName {
  readonly specifier: string;
  readonly name: string | undefined;
}

export function findExportedValues({ staticExports }: EcmaScriptModule): ExportedValue[] {
  return staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ isType, moduleRequest }) => !isType && moduleRequest === null)
    .map(({ exportName: { name }, start }) => ({ name: name ?? 'default', start }));
}

export function findTakenNames({ staticImports, staticExports }: EcmaScriptModule): TakenName[] {
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({ specifier: moduleRequest.value, ...importName })),
  );
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName }) => {
      return moduleRequest === null ? [] : [{ specifier: moduleRequest.value, ...importName }];
    }),
  );
  return [...imported, ...passedOn].map(({ specifier, name }) => ({ specifier, name: name ?? undefined }));
}
