interface Shape {
  required?: string[];
  properties?: Record<string, Shape>;
  default?: unknown;
}
interface DescribedOperation {
  parameters?: { required?: boolean; schema?: Shape }[];
  requestBody?: { content?: Record<string, { schema?: Shape }> };
}

/** Marks inputs with a default as optional: validation fills them in, so the document must not require them. */
export function relaxInputs(paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = [], requestBody } = operation as DescribedOperation;
    for (const parameter of parameters)
      if (parameter.schema?.default !== undefined) parameter.required = false;
    for (const { schema } of Object.values(requestBody?.content ?? {})) if (schema) relax(schema);
  }
}

function relax(shape: Shape): void {
  const properties = Object.entries(shape.properties ?? {});
  const optional = new Set(
    properties.filter(([, { default: value }]) => value !== undefined).map(([name]) => name),
  );
  if (shape.required) shape.required = shape.required.filter((name) => !optional.has(name));
  for (const [, property] of properties) relax(property);
}
