import { html, type Html } from '../http/page.ts';

export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'datetime-local' | 'number' | 'url';
  readonly value?: string;
  readonly hint?: string;
  /** Fault of the submitted value. */
  readonly fault?: string | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Code of a second factor: large digits and a numeric keyboard. */
  readonly isCode?: boolean;
  readonly autofocus?: boolean;
  /** Required if the page has several fields with the same name. */
  readonly id?: string;
}

/** Renders hint and fault below a field, and the attributes that refer to them. */
function describe(
  id: string,
  hint: string | undefined,
  fault: string | undefined,
): { attributes: Html; below: Html } {
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
    .filter(Boolean)
    .join(' ');
  return {
    attributes: html`${described !== '' && html`aria-describedby="${described}"`}
    ${fault !== undefined && html`aria-invalid="true"`}`,
    below: html`${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}`,
  };
}

export function drawField(field: FieldOptions): Html {
  const { name, label, hint, fault, id = name } = field;
  const { attributes, below } = describe(id, hint, fault);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${field.type ?? 'text'}"
      value="${field.value ?? ''}"
      maxlength="${field.maxLength ?? 254}"
      autocomplete="${field.autocomplete ?? 'off'}"
      ${field.minLength !== undefined && html`minlength="${field.minLength}"`}
      ${field.required !== false && html`required`}
      ${field.autofocus === true && html`autofocus`}
      ${field.isCode === true && html`class="code" autocapitalize="none" spellcheck="false"`}
      ${attributes}
    />
    ${below}
  </div>`;
}

/** Renders a field for an optional file. `types` are media types. */
export const drawFile = (options: {
  readonly name: string;
  readonly label: string;
  readonly types: readonly string[];
  readonly hint?: string;
  readonly fault?: string | undefined;
}): Html => {
  const { name, label, types, hint, fault } = options;
  const { attributes, below } = describe(name, hint, fault);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="file" accept="${types.join(',')}" ${attributes} />
    ${below}
  </div>`;
};

/** Renders a field for long text. */
export const drawTextArea = (options: {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly autofocus?: boolean;
  readonly id?: string;
}): Html => {
  const { name, label, value = '', hint, fault, rows = 4, id = name } = options;
  const { attributes, below } = describe(id, hint, fault);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <textarea
      id="${id}"
      name="${name}"
      rows="${rows}"
      maxlength="${options.maxLength ?? 2000}"
      ${options.required !== false && html`required`}
      ${options.autofocus === true && html`autofocus`}
      ${attributes}
    >
${value}</textarea>
    ${below}
  </div>`;
};

export const drawCheckbox = (options: {
  readonly name: string;
  readonly label: string;
  readonly isOn?: boolean;
  readonly id?: string;
}): Html => {
  const { name, label, isOn = false, id = name } = options;
  return html`<label class="check" for="${id}"
    ><input type="checkbox" id="${id}" name="${name}" value="yes" ${isOn && html`checked`} />${label}</label
  >`;
};

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Consecutive choices of the same group have a heading. */
  readonly group?: string;
}

export const drawSelect = (options: {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen?: string;
  readonly fault?: string | undefined;
  readonly autofocus?: boolean;
  readonly id?: string;
  /** Hides the label visually, if a table's column shows it already. */
  readonly hideLabel?: boolean;
}): Html => {
  const { name, label, choices, chosen, fault, id = name, hideLabel = false } = options;
  const { attributes, below } = describe(id, undefined, fault);
  return html`<div class="field">
    <label for="${id}" class="${hideLabel ? 'unseen' : ''}">${label}</label>
    <select id="${id}" name="${name}" ${options.autofocus === true && html`autofocus`} ${attributes}>
      ${[...Map.groupBy(choices, ({ group = '' }) => group)].map(([group, members]) => {
        const shown = members.map(
          ({ value, label: text }) =>
            html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
        );
        return group === '' ? html`${shown}` : html`<optgroup label="${group}">${shown}</optgroup>`;
      })}
    </select>
    ${below}
  </div>`;
};

export interface FormOptions {
  readonly action: string;
  /** CSRF token. Every form that changes something has one. */
  readonly token: string;
  readonly fields: Html;
  readonly layout?: 'line' | 'wide';
  readonly id?: string;
  /** The form has a field for a file. */
  readonly hasFiles?: boolean;
}

export const formTokenName = 'form_token';

export const drawForm = ({ action, token, fields, layout, id, hasFiles = false }: FormOptions): Html =>
  html`<form
    method="post"
    action="${action}"
    class="form ${layout ?? ''}"
    ${hasFiles && html`enctype="multipart/form-data"`}
    ${id !== undefined && html`id="${id}"`}
  >
    <input type="hidden" name="${formTokenName}" value="${token}" />
    ${fields}
  </form>`;

export const drawHidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** Renders a search form. It uses GET, so that the search is in the address and survives back, reload and sharing. */
export const drawSearch = (options: {
  readonly action: string;
  readonly label: string;
  readonly button: string;
  readonly value: string;
  readonly kept?: Readonly<Record<string, string>>;
  /** Filters that are sent with the search. */
  readonly menus?: Html;
}): Html =>
  html`<form
    class="search ${options.menus !== undefined && 'menus'}"
    method="get"
    action="${options.action}"
    role="search"
  >
    ${Object.entries(options.kept ?? {}).map(([name, value]) => drawHidden(name, value))}
    <input
      type="search"
      name="q"
      value="${options.value}"
      maxlength="200"
      aria-label="${options.label}"
      placeholder="${options.label}"
      data-search
    />
    ${options.menus}
    <button type="submit" class="plain">${options.button}</button>
  </form>`;
