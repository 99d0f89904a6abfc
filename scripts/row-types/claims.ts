import { parseSync, Visitor, type TSTypeParameterDeclaration } from 'oxc-parser';

/** Row type declared for a statement. */
export interface Claim {
  /** Position of the template's first backtick, as in stack traces; both start at 1. */
  readonly line: number;
  readonly column: number;
  /** Type argument as written: `Row[]`. */
  readonly type: string;
  /** Enclosing type parameters as type declarations: `type K = TextKind;`. */
  readonly parameters: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}
interface Generic extends Span {
  readonly typeParameters?: TSTypeParameterDeclaration | null;
}

export function findClaims(source: string): Claim[] {
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const generics: Generic[] = [];
  const claims: Claim[] = [];
  const addGeneric = (node: Generic) => {
    if (node.typeParameters) generics.push(node);
  };
  new Visitor({
    FunctionDeclaration: addGeneric,
    FunctionExpression: addGeneric,
    ArrowFunctionExpression: addGeneric,
    TaggedTemplateExpression({ typeArguments, quasi: { start } }) {
      const [type] = typeArguments?.params ?? [];
      if (!type) return;
      const before = source.slice(0, start).split('\n');
      const parameters = generics
        .filter((generic) => generic.start < start && start < generic.end)
        .flatMap((generic) => generic.typeParameters?.params ?? [])
        .map(({ name, constraint }) => `type ${name.name} = ${constraint ? textOf(constraint) : 'unknown'};`);
      claims.push({
        line: before.length,
        column: (before.at(-1)?.length ?? 0) + 1,
        type: textOf(type),
        parameters: parameters.join(' '),
      });
    },
  }).visit(parseSync('source.ts', source, { sourceType: 'module' }).program);
  return claims;
}
