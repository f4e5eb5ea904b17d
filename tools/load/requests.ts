/** A GET as a client sends it over a kept-alive connection. @param headers - additional whole lines. */
export const getRequest = (path: string, key: string, headers: readonly string[] = []): string =>
  requestText(`GET ${path}`, key, headers);

/** A POST of a JSON body in ASCII. @param headers - additional whole lines. */
export function postRequest(path: string, key: string, body: string, headers: readonly string[] = []): string {
  const entity = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return requestText(`POST ${path}`, key, [...entity, ...headers]) + body;
}

const requestText = (target: string, key: string, headers: readonly string[]): string =>
  [
    `${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Accept: application/json',
    'User-Agent: droptrack-bench',
    ...headers,
    '\r\n',
  ].join('\r\n');
