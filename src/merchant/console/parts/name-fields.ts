import { problem, ProblemError } from '../../../platform/problem.ts';

/** Adds the labels of the form to faults, because operations name the fields of the API. */
export async function nameFields<T>(
  labels: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'invalid_input' || !error.faults) throw error;
    const errors = error.faults.map((one) => ({
      ...one,
      label: labels[one.field.split('.').at(-1) ?? ''] ?? one.field,
    }));
    throw problem('invalid_input', { errors });
  }
}
