/** A W3C WebDriver session: sends commands by method, path and body. */
export interface WebDriverSession {
  post<Value>(path: string, body?: object): Promise<Value>;
  get<Value>(path: string): Promise<Value>;
  end(): Promise<void>;
}

/** Opens a session of the driver at a URL, until the signal ends the attempt. */
export async function openSession(driver: string, signal: AbortSignal): Promise<WebDriverSession> {
  const { sessionId } = await command<{ sessionId: string }>(
    `${driver}/session`,
    'POST',
    { capabilities: { alwaysMatch: {} } },
    signal,
  );
  const session = `${driver}/session/${sessionId}`;
  return {
    post: (path, body = {}) => command(`${session}${path}`, 'POST', body),
    get: (path) => command(`${session}${path}`, 'GET'),
    end: () => command(session, 'DELETE'),
  };
}

/** Returns whether a driver responds at a URL. */
export async function isListening(driver: string): Promise<boolean> {
  return fetch(`${driver}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function command<Value>(
  url: string,
  method: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Value> {
  const response = await fetch(url, {
    method,
    // The driver closes connections that were idle, also while the next command is being sent.
    headers: { 'content-type': 'application/json', connection: 'close' },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const { value } = (await response.json()) as {
    value: Value & { error?: string; message?: string };
  };
  if (!response.ok) throw new Error(`${value.error}: ${value.message} (${method} ${url})`);
  return value;
}
