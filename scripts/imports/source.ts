import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { findExportedValues, findTakenNames, type TakenName } from './names.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** True if every imported name is a type. */
  readonly typeOnly: boolean;
}

export interface TaggedTemplate {
  /** Last name of the tag: `sql` for `context.sql`; empty if there is none. */
  readonly tag: string;
  /** Text before the first `${`. */
  readonly text: string;
  readonly line: number;
}

interface Call {
  readonly line: number;
}

export interface ParseError {
  readonly message: string;
  readonly line: number;
}

/** Parsed content of a file, as the rules need it. */
export interface SourceText {
  /** If set, all other fields are empty. */
  readonly error: ParseError | undefined;
  readonly imports: readonly Import[];
  readonly templates: readonly TaggedTemplate[];
  readonly unsafeCalls: readonly Call[];
  /** Uses of `normalize`, called or taken as a value. */
  readonly normalizeUses: readonly Call[];
  readonly exported: ReadonlyArray<{ readonly name: string; readonly line: number }>;
  readonly taken: readonly TakenName[];
}

export function readSource(source: string): SourceText {
  const parsed = parseSync('source.ts', source, { sourceType: 'module', preserveParens: false });
  const { program, errors } = parsed;
  const [error] = errors.map(({ message, labels }): ParseError => {
    return { message, line: lineAt(source, labels[0]?.start ?? 0) };
  });
  const imports: Import[] = [];
  const templates: TaggedTemplate[] = [];
  const unsafeCalls: Call[] = [];
  const normalizeUses: Call[] = [];
  const taken = findTakenNames(parsed.module);
  const add = (specifier: { value: string; start: number }, typeOnly: boolean) => {
    imports.push({ specifier: specifier.value, line: lineAt(source, specifier.start), typeOnly });
  };
  new Visitor({
    ImportDeclaration(node) {
      const kinds = node.specifiers.map((name) => ('importKind' in name ? name.importKind : 'value'));
      add(node.source, namesTypesAlone(node.importKind, kinds));
    },
    ExportNamedDeclaration(node) {
      if (node.source === null) return;
      const kinds = node.specifiers.map((name) => name.exportKind);
      add(node.source, namesTypesAlone(node.exportKind, kinds));
    },
    ExportAllDeclaration(node) {
      add(node.source, node.exportKind === 'type');
    },
    ImportExpression(node) {
      const value = textOf(node.source);
      if (value === undefined) return;
      add({ value, start: node.source.start }, false);
      taken.push({ specifier: value, name: undefined });
    },
    TSImportType(node) {
      add(node.source, true);
      taken.push({ specifier: node.source.value, name: undefined });
    },
    TaggedTemplateExpression(node) {
      const text = node.quasi.quasis[0]?.value.raw ?? '';
      templates.push({ tag: nameOf(node.tag), text, line: lineAt(source, node.start) });
    },
    CallExpression(node) {
      if (node.callee.type !== 'MemberExpression' || nameOf(node.callee) !== 'unsafe') return;
      unsafeCalls.push({ line: lineAt(source, node.callee.property.start) });
    },
    MemberExpression(node) {
      if (nameOf(node) !== 'normalize') return;
      normalizeUses.push({ line: lineAt(source, node.property.start) });
    },
  }).visit(program);
  const exported = findExportedValues(parsed.module).map(({ name, start }) => {
    return { name, line: lineAt(source, start) };
  });
  return { error, imports, templates, unsafeCalls, normalizeUses, exported, taken };
}

export function findImports(source: string): readonly Import[] {
  return readSource(source).imports;
}

function namesTypesAlone(kind: string | undefined, kindsOfNames: ReadonlyArray<string | undefined>): boolean {
  return kind === 'type' || (kindsOfNames.length > 0 && kindsOfNames.every((one) => one === 'type'));
}

/** Returns the text of a constant expression. */
function textOf(expression: Expression): string | undefined {
  if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value;
  if (expression.type !== 'TemplateLiteral' || expression.expressions.length > 0) return undefined;
  return expression.quasis[0]?.value.cooked ?? undefined;
}

function nameOf(expression: Expression): string {
  if (expression.type === 'Identifier') return expression.name;
  return expression.type === 'MemberExpression' && !expression.computed ? expression.property.name : '';
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
