import { connect } from 'node:net';

/** Fields that clients and proxies send, including those that the API reads; the last one is unassigned. */
const REQUEST_HEADERS = [
  'Accept',
  'Accept-Charset',
  'Accept-Encoding',
  'Accept-Language',
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
  'Authorization',
  'Baggage',
  'Cache-Control',
  'CF-Connecting-IP',
  'Connection',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'Cookie',
  'Date',
  'DNT',
  'Expect',
  'Forwarded',
  'From',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'Keep-Alive',
  'Last-Event-ID',
  'Max-Forwards',
  'Origin',
  'Pragma',
  'Prefer',
  'Proxy-Authorization',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'TE',
  'Traceparent',
  'Tracestate',
  'Transfer-Encoding',
  'True-Client-IP',
  'Upgrade',
  'User-Agent',
  'Via',
  'X-Amzn-Trace-Id',
  'X-API-Key',
  'X-Correlation-ID',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
  'X-Real-IP',
  'X-Request-ID',
  'X-Droptrack-Unassigned',
] as const;

/** Requests, as bytes, with a secret outside path and body: in each field, in a field name, and in invalid HTTP. */
export function requestsWith(secret: string, key: string): string[] {
  const lines = (name: string): string[] => {
    const fields = new Map([
      ['host', 'Host: api.test'],
      ['authorization', `Authorization: Bearer ${key}`],
      ['connection', 'Connection: close'],
    ]);
    fields.set(name.toLowerCase(), `${name}: ${secret}`);
    return [...fields.values()];
  };
  const request = (fields: readonly string[], first = 'GET /v1/drops HTTP/1.1') =>
    `${[first, ...fields].join('\r\n')}\r\n\r\n`;
  return [
    ...REQUEST_HEADERS.map((name) => request(lines(name))),
    ...REQUEST_HEADERS.map((name) => request(lines(name), 'POST /v1/eligibility HTTP/1.1')),
    ...['X-Request-ID', 'Authorization', 'X-Forwarded-For'].map((name) =>
      request([...lines(name), `${name}: ${secret}`]),
    ),
    request([...lines('Host'), `${secret}: 1`]),
    request([`Bad ${secret}: 1`]),
    request([`X-Large: ${secret.repeat(1_000)}`]),
    request([], `${secret} /v1/drops HTTP/1.1`),
    request([], `GET /v1/drops HTTP/${secret}`),
    `${secret}\r\n\r\n`,
  ];
}

/** Sends bytes on a new connection. @returns the response until it closed; empty if the connection was aborted. */
export function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes, 'latin1'));
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(text));
  });
}
