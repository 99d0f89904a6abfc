import { problem, ProblemError } from '../../../platform/problem.ts';

/** Operations name the fields of the wire; whoever filled in a form knows them by their labels. */
export async function nameFields<T>(
  labels: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'invalid_input' || !error.errors) throw error;
    const errors = error.errors.map((one) => ({
      ...one,
      label: labels[one.field.split('.').at(-1) ?? ''] ?? one.field,
    }));
    throw problem('invalid_input', {
      detail: errors.map(({ label, message }) => `${label} ${message}`).join('; '),
      errors,
    });
  }
}
