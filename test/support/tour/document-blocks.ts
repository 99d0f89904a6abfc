/** A fenced block of a Markdown document. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Number of its first line, counted from 1. */
  readonly line: number;
}

/** A block to run, with the output that the document shows. */
export interface Step {
  readonly line: number;
  readonly script: string;
  readonly shown: Block | undefined;
}

const answers = new Set(['json', 'http', 'text']);

/** Returns every `sh` block of the document with the block right after it as its answer. */
export function readSteps(document: string): Step[] {
  const lines = document.split('\n');
  const steps: Step[] = [];
  let before: Block | undefined;
  for (const block of readBlocks(lines)) {
    const step = steps.at(-1);
    if (block.language === 'sh') steps.push({ line: block.line, script: block.text, shown: undefined });
    else if (answers.has(block.language)) {
      // Without this check the answer would be ignored.
      if (!step || before?.language !== 'sh' || !followsAtOnce(lines, before, block))
        throw new Error(`line ${block.line}: this answer does not directly follow a block that is run`);
      steps.splice(-1, 1, { ...step, shown: block });
    }
    before = block;
  }
  return steps;
}

export function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const fence = /^```(\S*)/.exec(line);
    if (!fence) continue;
    if (open) {
      blocks.push({ ...open, text: lines.slice(open.line - 1, index).join('\n') });
      open = undefined;
    } else {
      open = { language: fence[1] ?? '', line: index + 2 };
    }
  }
  return blocks;
}

/** Whether only blank lines separate the end of one block and the fence of the next. */
function followsAtOnce(lines: readonly string[], block: Block, next: Block): boolean {
  const afterFence = block.line + block.text.split('\n').length;
  return lines.slice(afterFence, next.line - 2).every((line) => line.trim() === '');
}
