import type { Argument, Expression, FunctionBody, ParamPattern, Program } from 'oxc-parser';

/** What a file does that only passes on what others hold. */
export type PassThrough =
  | { readonly kind: 're-exports' }
  /** Each of its functions only calls one of these, which it imports, with its own parameters. */
  | { readonly kind: 'calls'; readonly callees: ReadonlyArray<{ name: string; specifier: string }> };

export function findPassThrough({ body }: Program): PassThrough | undefined {
  const own = body.filter(({ type }) => type !== 'ImportDeclaration' && !type.startsWith('TS'));
  const names = own.map((statement) => {
    if (statement.type === 'ExportAllDeclaration') return 1;
    const passesOn = statement.type === 'ExportNamedDeclaration' && statement.declaration === null;
    return passesOn ? statement.specifiers.length : 0;
  });
  if (names.length > 0 && names.every((count) => count > 0)) return { kind: 're-exports' };
  const callees = own.flatMap((statement) => {
    const name = findCallee(statement);
    const specifier = name === undefined ? undefined : findSpecifier(body, name);
    return name === undefined || specifier === undefined ? [] : [{ name, specifier }];
  });
  return own.length > 0 && callees.length === own.length ? { kind: 'calls', callees } : undefined;
}

function findSpecifier(body: Program['body'], name: string): string | undefined {
  const source = body.find(
    (statement) =>
      statement.type === 'ImportDeclaration' && statement.specifiers.some(({ local }) => local.name === name),
  );
  return source?.type === 'ImportDeclaration' ? source.source.value : undefined;
}

/** The name of the function that an exported function only calls. */
function findCallee(statement: Program['body'][number]): string | undefined {
  if (statement.type !== 'ExportNamedDeclaration') return undefined;
  const { declaration } = statement;
  if (declaration?.type === 'FunctionDeclaration') return calleeOf(declaration.params, declaration.body);
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length > 1) return undefined;
  const value = declaration.declarations[0]?.init;
  return value?.type === 'ArrowFunctionExpression' ? calleeOf(value.params, value.body) : undefined;
}

function calleeOf(
  parameters: readonly ParamPattern[],
  body: FunctionBody | Expression | null,
): string | undefined {
  const answer = body?.type === 'BlockStatement' ? onlyExpressionOf(body) : body;
  const call = answer?.type === 'AwaitExpression' ? answer.argument : answer;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier') return undefined;
  const same =
    parameters.length === call.arguments.length &&
    parameters.every((parameter, index) => isPassedOn(parameter, call.arguments[index]));
  return same ? call.callee.name : undefined;
}

function onlyExpressionOf({ body: [statement, ...more] }: FunctionBody): Expression | null {
  if (more.length > 0) return null;
  if (statement?.type === 'ReturnStatement') return statement.argument;
  return statement?.type === 'ExpressionStatement' ? statement.expression : null;
}

/** As it is, as the one item of a list, or one thing that it holds: `sql`, `[id]`, `context.sql`, `sql` of `{ sql }`. */
function isPassedOn(parameter: ParamPattern, argument: Argument | undefined): boolean {
  const [item, ...more] = argument?.type === 'ArrayExpression' ? argument.elements : [argument];
  const value = item?.type === 'MemberExpression' && !item.computed ? item.object : item;
  if (more.length > 0 || value?.type !== 'Identifier') return false;
  return namesOf(parameter).includes(value.name);
}

function namesOf(parameter: ParamPattern): string[] {
  if (parameter.type === 'Identifier') return [parameter.name];
  if (parameter.type !== 'ObjectPattern') return [];
  return parameter.properties.flatMap((property) =>
    property.type === 'Property' && property.value.type === 'Identifier' ? [property.value.name] : [],
  );
}
