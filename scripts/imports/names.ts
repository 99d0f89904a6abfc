import type { EcmaScriptModule } from 'oxc-parser';

/** An exported value. Types are not included, because a signature may need a type that is never imported. */
export interface ExportedValue {
  readonly name: string;
  readonly start: number;
}

/** A name imported from another file; undefined for a namespace or default import. */
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
