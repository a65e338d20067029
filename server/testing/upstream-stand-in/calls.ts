/** A response as received. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined when the text is not JSON. */
  // A body is unknown until the caller checks it.
  readonly body: unknown;
}

export type Call = (method: string, path: string, json?: unknown) => Promise<CallResponse>;

/**
 * Returns a function that calls a service with a token; paths follow `/api/v1`. A call rejects when
 * the connection ends before the response does.
 */
export function callsWith(url: string, token: string): Call {
  return async (method, path, json) => {
    const isForm = json instanceof FormData;
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: isForm ? json : JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parseJson(text) };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
