import { problem, SaidError, type ProblemError, type Sentence, type Values } from '../problem.ts';

export const maximumImageBytes = 5 * 1024 * 1024;
export const maximumImagePixels = 24_000_000;

export type ImageFaultCode = 'malformed' | 'too_large' | 'not_an_image' | 'damaged';

/** The reason why an uploaded picture is rejected. The sentence continues after the name of its field. */
export class ImageFault extends SaidError {
  readonly code: ImageFaultCode;

  constructor(code: ImageFaultCode, say: Sentence['say'], values?: Values, cause?: unknown) {
    super(say, values, cause);
    this.name = 'ImageFault';
    this.code = code;
  }

  /** Returns the problem for the field with this picture. */
  asProblem(field: string): ProblemError {
    return problem('invalid_input', { errors: [{ field, code: this.code, ...this.sentence }], cause: this });
  }
}
