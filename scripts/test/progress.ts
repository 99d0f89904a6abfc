const EVERY_MS = 5_000;

/** Shows progress: an updating line on a terminal, an occasional line in a log. */
export class Progress {
  readonly #stream: NodeJS.WriteStream = process.stdout;
  #saidAt = performance.now();

  say(text: string): void {
    this.#clear();
    this.#stream.write(`${text}\n`);
    this.#saidAt = performance.now();
  }

  show(line: string): void {
    this.#clear();
    if (this.#stream.isTTY) this.#stream.write(line);
    else if (performance.now() - this.#saidAt > EVERY_MS) this.say(line);
  }

  #clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001B[2K');
  }
}
