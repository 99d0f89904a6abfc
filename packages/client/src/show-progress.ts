/** Receives the sent share of the body, from 0 to 1. */
export type Progress = (share: number) => void;

/** The part of a browser's XMLHttpRequest used here. Node has neither the class nor its types. */
interface Sender {
  responseType: string;
  withCredentials: boolean;
  readonly status: number;
  readonly response: Blob;
  readonly upload: {
    addEventListener(type: 'progress', listener: (event: { loaded: number; total: number }) => void): void;
  };
  addEventListener(type: 'load' | 'error' | 'abort', listener: () => void): void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}

/**
 * Returns a `fetch` that reports upload progress through XMLHttpRequest, because `fetch` reports none. Without
 * XMLHttpRequest, as in Node, no progress is reported.
 */
export function fetchWithProgress(onProgress: Progress): typeof fetch {
  const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest?: new () => Sender };
  if (!XMLHttpRequest) return fetch;
  return (url, { method = 'GET', headers, body, signal, credentials } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url as string);
      request.responseType = 'blob';
      request.withCredentials = credentials === 'include';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      );
      request.addEventListener('load', () => resolve(toResponse(request)));
      request.addEventListener('error', () => reject(new TypeError('no answer')));
      request.addEventListener('abort', () => reject(new TypeError('given up')));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body);
    });
}

function toResponse(request: Sender): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const at = line.indexOf(': ');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2));
  }
  const { status, response } = request;
  return new Response(status === 204 ? null : response, { status, headers });
}
