/** A GET as a client sends it over a connection that it keeps. */
export function getRequest(path: string, key: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Accept: application/json',
    'User-Agent: droptrack-instances',
    '\r\n',
  ].join('\r\n');
}
