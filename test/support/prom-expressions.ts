/** A metric in a PromQL expression with the labels that select it. */
export interface UsedMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

export interface UsedLabels {
  readonly metrics: readonly UsedMetric[];
  /** Labels of `by` and `without`, which belong to some metric of the expression. */
  readonly grouped: readonly string[];
}

const words = new Set(['and', 'or', 'unless', 'bool', 'group_left', 'group_right']);
const listOf = (text: string): string[] => text.split(',').map((label) => label.trim());

/** Finds the metrics and labels of a PromQL expression. Covers the syntax that the alerts and dashboards use. */
export function findUsedMetrics(expression: string): UsedLabels {
  const plain = expression
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\[\w+\]/g, '')
    .replaceAll(/\boffset \w+/g, '');
  const groups = /\b(?:by|without)\s*\(([^)]*)\)/g;
  const grouped = [...plain.matchAll(groups)].flatMap(([, list = '']) => listOf(list));
  const names = plain.replaceAll(groups, '').matchAll(/\b([a-z_]\w*)\b(?!\s*\()(\{[^}]*\})?/g);
  const metrics = [...selectorsOf(names)].filter(({ name }) => !words.has(name));
  return { metrics, grouped };
}

function* selectorsOf(names: Iterable<RegExpMatchArray>): Iterable<UsedMetric> {
  for (const [, name = '', selector = ''] of names)
    yield { name, labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label) };
}
