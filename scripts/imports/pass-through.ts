import type { Argument, Expression, FunctionBody, ParamPattern, Program } from 'oxc-parser';

/** What a file does that only passes on what others hold. */
export type PassThrough =
  | { readonly kind: 're-exports' }
  /** Its one function only calls this one, which it imports, with its own parameters. */
  | { readonly kind: 'call'; readonly callee: string; readonly specifier: string };

export function findPassThrough({ body }: Program): PassThrough | undefined {
  const own = body.filter(({ type }) => type !== 'ImportDeclaration' && !type.startsWith('TS'));
  const names = own.map((statement) => {
    if (statement.type === 'ExportAllDeclaration') return 1;
    const passesOn = statement.type === 'ExportNamedDeclaration' && statement.declaration === null;
    return passesOn ? statement.specifiers.length : 0;
  });
  if (names.length > 0 && names.every((count) => count > 0)) return { kind: 're-exports' };
  const [called, ...more] = own.map(findCallee);
  return called === undefined || more.length > 0 ? undefined : importedCall(body, called);
}

function importedCall(body: Program['body'], callee: string): PassThrough | undefined {
  const source = body.find(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      statement.specifiers.some(({ local }) => local.name === callee),
  );
  if (source?.type !== 'ImportDeclaration') return undefined;
  return { kind: 'call', callee, specifier: source.source.value };
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

/** As it is, or as the one item of a list. */
function isPassedOn(parameter: ParamPattern, argument: Argument | undefined): boolean {
  if (parameter.type !== 'Identifier') return false;
  const [value, ...more] = argument?.type === 'ArrayExpression' ? argument.elements : [argument];
  return more.length === 0 && value?.type === 'Identifier' && value.name === parameter.name;
}
