/** What the reference of a service says beyond the schemas of its routes. */
export interface ApiReference {
  /** Markdown at the beginning of the reference. */
  readonly introduction: string;
  /** One sentence for each tag of the operations. */
  readonly tags: Readonly<Record<string, string>>;
  /**
   * Values for the examples of answers, where a schema has no `examples` of its own. The key is the name of a field, the
   * names of the enclosing field and the field (`organizer.name`), or an operation (`GET /terms`) for the whole answer.
   */
  readonly examples: Readonly<Record<string, unknown>>;
  /** Requests that the service sends, by the type of their event. */
  readonly webhooks?: Readonly<Record<string, WebhookReference>>;
}

export interface WebhookReference {
  readonly summary: string;
  readonly description: string;
  /** JSON Schema of the body. */
  readonly body: object;
  readonly example: object;
}
