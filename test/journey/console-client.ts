/** What a browser of the console does, without a browser: it keeps the cookie of its session and says whose page asks. */
export interface ConsoleClient {
  /** A request below `/console/api`; a body is sent as JSON. */
  readonly send: (method: string, path: string, body?: object) => Promise<Response>;
  /** The cookie that it has now: `name=value`. */
  readonly cookie: () => string;
  /** The first one that it ever got. */
  readonly firstCookie: () => string;
  /** The same client with other headers; null takes one away. */
  readonly with: (headers: Readonly<Record<string, string | null>>) => ConsoleClient;
  /** Another client with this cookie. */
  readonly withCookie: (cookie: string) => ConsoleClient;
}

interface Jar {
  cookies: string[];
}

function clientOn(url: string, jar: Jar, sent: Readonly<Record<string, string | null>>): ConsoleClient {
  return {
    send: async (method, path, body) => {
      const headers = new Headers({ 'sec-fetch-site': 'same-origin' });
      const cookie = jar.cookies.at(-1) ?? '';
      if (cookie !== '') headers.set('cookie', cookie);
      if (body) headers.set('content-type', 'application/json');
      for (const [name, value] of Object.entries(sent)) {
        if (value === null) headers.delete(name);
        else headers.set(name, value);
      }
      const answer = await fetch(`${url}/console/api${path}`, {
        ...{ method, headers, redirect: 'manual' },
        ...(body && { body: JSON.stringify(body) }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        if (/^(?:__Host-diglot|diglot_session)(?:-\d+)?=/.test(pair)) jar.cookies.push(pair.endsWith('=') ? '' : pair);
      }
      return answer;
    },
    cookie: () => jar.cookies.at(-1) ?? '',
    firstCookie: () => jar.cookies[0] ?? '',
    with: (headers) => clientOn(url, jar, { ...sent, ...headers }),
    withCookie: (cookie) => clientOn(url, { cookies: [cookie] }, sent),
  };
}

/** A client without any history. */
export const makeConsoleClient = (
  { url }: { readonly url: string },
  headers: Readonly<Record<string, string | null>> = {},
): ConsoleClient => clientOn(url, { cookies: [] }, headers);
