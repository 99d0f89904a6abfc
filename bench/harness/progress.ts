export interface Progress {
  step(text: string): void;
  done(text: string): void;
}

const clearLine = '\r\u001B[2K';

/** Shows one updating line on a terminal; otherwise prints one line per scenario. */
export function showProgress(title: string): Progress {
  const live = process.stdout.isTTY;
  if (!live) process.stdout.write(`${title} …\n`);
  return {
    step(text) {
      if (live) process.stdout.write(`${clearLine}${title}: ${text}`);
    },
    done(text) {
      process.stdout.write(`${live ? clearLine : ''}${title}: ${text}\n`);
    },
  };
}
