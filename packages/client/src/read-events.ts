/** Yields the data of server-sent events. Calls `abandon` after too long a silence. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  silenceMs: number,
  abandon: () => void,
): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      timer = setTimeout(abandon, silenceMs);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const events = rest.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = event
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart());
        if (data.length > 0) yield data.join('\n');
      }
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}
