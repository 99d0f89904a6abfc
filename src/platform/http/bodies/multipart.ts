import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { memoryReturn } from '../../images/return-memory.ts';
import { problem } from '../../problem.ts';
import { refuseEncoded } from '../body-parsers.ts';
import { refuseUnfitBody } from '../validation.ts';

/** Maximum number of parts, as for other forms. */
const mostParts = 100;

export interface SentParts {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** A form with files. It is parsed only when the route has admitted its sender. */
export class MultipartBody {
  readonly #bytes: Buffer;
  readonly #type: string;

  constructor(bytes: Buffer, type: string) {
    this.#bytes = bytes;
    this.#type = type;
  }

  /** Parses the form. A field that occurs twice counts as missing, and so does a file that was not chosen. */
  async read(): Promise<SentParts> {
    const form = await new Response(this.#bytes, { headers: { 'content-type': this.#type } })
      .formData()
      .catch((cause: unknown) => {
        throw problem('invalid_input', { cause });
      });
    const parts = [...form];
    if (parts.length > mostParts) throw problem('invalid_input');
    const once = parts.filter(([name]) => form.getAll(name).length === 1);
    const fields: Record<string, string> = {};
    const files = new Map<string, Buffer>();
    for (const [name, value] of once) {
      if (typeof value === 'string') Object.defineProperty(fields, name, { value, enumerable: true });
      else if (value.size > 0) files.set(name, Buffer.from(await value.arrayBuffer()));
    }
    refuseUnfitBody(fields);
    return { fields, files };
  }
}

/** Accepts forms with files. The routes' body limits bound them. */
export function addMultipartParser(app: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  const parse: FastifyBodyParser<Buffer> = (request, bytes, done) => {
    refuseEncoded(request);
    memoryReturn.note(bytes.length);
    done(null, new MultipartBody(bytes, request.headers['content-type'] ?? ''));
  };
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, parse);
}
