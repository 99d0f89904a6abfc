/** Errors for clients (RFC 9457). Each service lists its own codes; only these lists contain the statuses. */

import type { Language, Words } from './http/language.ts';
import { fill } from './pages/fill-text.ts';

export type { Words };

/** A list contains alternatives, which are joined by "or". */
export type Value = string | number | bigint | Words | Sentence | readonly Value[];
export type Values = Readonly<Record<string, Value>>;

export interface Sentence {
  readonly say: Words;
  readonly values?: Values | undefined;
}

export const sayIn = (language: Language, { say, values = {} }: Sentence): string =>
  fill(
    say[language],
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, showValue(language, value)])),
  );

const alternatives: Words = { en: ' or ', pt: ' ou ', de: ' oder ' };

/** Renders a value in the language, as `sayIn` does for each value of its sentence. */
export function showValue(language: Language, value: Value): string {
  if (typeof value !== 'object') return String(value);
  if ('say' in value) return sayIn(language, value);
  if ('en' in value) return value[language];
  return value.map((one) => showValue(language, one)).join(alternatives[language]);
}

/** An error that is shown to users. Its message is the English sentence. */
export class SaidError extends Error {
  // Private, so that it is not logged.
  readonly #sentence: Sentence;

  constructor(said: Words | Sentence, values?: Values, cause?: unknown) {
    const sentence = 'say' in said ? said : { say: said, values };
    super(sayIn('en', sentence), { cause });
    this.#sentence = sentence;
  }

  get sentence(): Sentence {
    return this.#sentence;
  }
}

export interface ProblemDefinition {
  readonly status: number;
  /** The API sends the English title. */
  readonly title: Words;
  /** Additional members of answers with this code, with their descriptions. */
  readonly members?: Readonly<Record<string, string>>;
  /** Answers with this code may list fields, as `invalid_input` does. */
  readonly namesFields?: true;
}

/** The error of a field. The sentence continues after the name of the field. */
export interface FieldFault extends Sentence {
  readonly field: string;
  readonly code: string;
  /** Label of the field in the form. */
  readonly label?: string;
}

/** A field error as the API sends it. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
}

/** Without `say`, the detail lists the invalid fields, or is the title as a sentence. */
export interface ProblemOptions extends Partial<Sentence> {
  errors?: readonly FieldFault[] | undefined;
  headers?: Record<string, string>;
  /** Extension members of the answer (RFC 9457). */
  members?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** A problem whose `title`, `detail` and `errors` are English, for logs and commands. `show` translates them. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  readonly members: Readonly<Record<string, string>>;
  // Private, so that neither a log nor an answer contains them.
  readonly #title: Words;
  readonly #said: Pick<ProblemOptions, 'say' | 'values' | 'errors'>;

  constructor(code: string, definition: ProblemDefinition, options: ProblemOptions = {}) {
    const { detail, errors } = show(definition.title, options, 'en');
    super(options.say || errors ? detail : definition.title.en, { cause: options.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.status = definition.status;
    this.title = definition.title.en;
    this.detail = detail;
    this.errors = errors;
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
    this.#title = definition.title;
    this.#said = options;
  }

  get faults(): readonly FieldFault[] | undefined {
    return this.#said.errors;
  }

  show(language: Language): ShownDetail {
    return show(this.#title, this.#said, language);
  }
}

type ShownDetail = Pick<ProblemError, 'detail' | 'errors'>;

function show(
  title: Words,
  { say, values, errors: faults }: Pick<ProblemOptions, 'say' | 'values' | 'errors'>,
  language: Language,
): ShownDetail {
  const errors = faults?.map(({ field, code, ...fault }) => ({
    field,
    code,
    message: sayIn(language, fault),
  }));
  if (say) return { detail: sayIn(language, { say, values }), errors };
  const listed = errors?.map(({ field, message }) => `${field} ${message}`).join('; ');
  return { detail: listed || `${title[language]}.`, errors };
}

/** Problems that every service may answer. */
export const platformProblems = {
  invalid_input: {
    status: 400,
    title: {
      en: 'The request is not valid',
      pt: 'O pedido não é válido',
      de: 'Die Anfrage ist nicht gültig',
    },
    namesFields: true,
  },
  malformed_json: {
    status: 400,
    title: {
      en: 'The body is not valid JSON',
      pt: 'O corpo não é JSON válido',
      de: 'Der Inhalt ist kein gültiges JSON',
    },
  },
  unauthorized: {
    status: 401,
    title: {
      en: 'A valid access token is needed',
      pt: 'É preciso um token de acesso válido',
      de: 'Ein gültiges Zugriffstoken ist nötig',
    },
  },
  forbidden: {
    status: 403,
    title: { en: 'This is not allowed', pt: 'Isto não é permitido', de: 'Das ist nicht erlaubt' },
  },
  not_found: { status: 404, title: { en: 'Not found', pt: 'Não encontrado', de: 'Nicht gefunden' } },
  request_timeout: {
    status: 408,
    title: {
      en: 'The request took too long to arrive',
      pt: 'O pedido demorou demais para chegar',
      de: 'Die Anfrage brauchte zu lange, um anzukommen',
    },
  },
  idempotency_key_reused: {
    status: 409,
    title: {
      en: 'The idempotency key was used for another request',
      pt: 'A chave de idempotência já foi usada em outro pedido',
      de: 'Der Idempotenzschlüssel wurde für eine andere Anfrage benutzt',
    },
  },
  idempotency_in_progress: {
    status: 409,
    title: {
      en: 'The first request with this idempotency key is still running',
      pt: 'O primeiro pedido com esta chave de idempotência ainda está em andamento',
      de: 'Die erste Anfrage mit diesem Idempotenzschlüssel läuft noch',
    },
  },
  payload_too_large: {
    status: 413,
    title: { en: 'The body is too large', pt: 'O corpo é grande demais', de: 'Der Inhalt ist zu groß' },
  },
  unsupported_media_type: {
    status: 415,
    title: {
      en: 'The content type is not supported',
      pt: 'O tipo de conteúdo não é aceito',
      de: 'Der Inhaltstyp wird nicht unterstützt',
    },
  },
  expectation_failed: {
    status: 417,
    title: {
      en: 'The expectation cannot be met',
      pt: 'A expectativa não pode ser atendida',
      de: 'Die Erwartung kann nicht erfüllt werden',
    },
  },
  too_many_requests: {
    status: 429,
    title: { en: 'Too many requests', pt: 'Pedidos demais', de: 'Zu viele Anfragen' },
  },
  headers_too_large: {
    status: 431,
    title: {
      en: 'The headers are too large',
      pt: 'Os cabeçalhos são grandes demais',
      de: 'Die Kopfzeilen sind zu groß',
    },
  },
  internal_error: {
    status: 500,
    title: {
      en: 'Something went wrong on our side',
      pt: 'Algo deu errado do nosso lado',
      de: 'Auf unserer Seite ging etwas schief',
    },
  },
  database_unavailable: {
    status: 503,
    title: {
      en: 'The database is not available at the moment',
      pt: 'O banco de dados está indisponível no momento',
      de: 'Die Datenbank ist im Moment nicht verfügbar',
    },
  },
  overloaded: {
    status: 503,
    title: {
      en: 'Too much is going on at the moment',
      pt: 'O servidor está sobrecarregado no momento',
      de: 'Im Moment ist zu viel los',
    },
  },
} as const satisfies Record<string, ProblemDefinition>;

export type PlatformProblemCode = keyof typeof platformProblems;

export type ProblemCatalogue = Readonly<Record<string, ProblemDefinition>>;

export interface ProblemThrower<Code extends string> {
  (code: Code, options?: ProblemOptions): ProblemError;
  readonly catalogue: ProblemCatalogue;
  /** Returns a part of the catalogue, for the problems of a route or hook. */
  pick(...codes: Code[]): ProblemCatalogue;
}

/**
 * Defines the problems of a service: `const problem = defineProblems({ quote_used: { status: 409, … } })`, then `throw
 * problem('quote_used')`.
 */
export function defineProblems<const T extends Record<string, ProblemDefinition>>(
  own: T,
): ProblemThrower<PlatformProblemCode | (keyof T & string)> {
  const catalogue: ProblemCatalogue = { ...platformProblems, ...own };
  const define = (code: string): ProblemDefinition => {
    const definition = catalogue[code];
    if (!definition) throw new TypeError(`unknown problem code ${code}`);
    return definition;
  };
  const thrower = (code: string, options?: ProblemOptions): ProblemError =>
    new ProblemError(code, define(code), options);
  const pick = (...codes: string[]): ProblemCatalogue =>
    Object.fromEntries(codes.map((code) => [code, define(code)]));
  return Object.assign(thrower, { catalogue, pick });
}

export const problem: ProblemThrower<PlatformProblemCode> = defineProblems({});

export const invalidField = (field: string, code: string, say: Words, values?: Values): ProblemError =>
  problem('invalid_input', { errors: [{ field, code, say, values }] });
