export interface Progress {
  step(text: string): void;
  done(text: string): void;
}

const clearLine = '\r\u001B[2K';

/** One line that changes on a terminal; elsewhere a line for each scenario, so that a log stays short. */
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
