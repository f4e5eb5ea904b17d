import { createConnection } from 'node:net';

/** `SSLRequest` of PostgreSQL (55.7 in its manual): the server responds with one byte, before any login. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** First bytes of servers that send a greeting, or reject what they do not understand. */
const GREETINGS: readonly (readonly [RegExp, string])[] = [
  [/^[SN]$/, 'PostgreSQL'],
  [/^SSH-/, 'an SSH server'],
  [/^HTTP\//, 'a web server'],
  [/^\x15\x03/, 'a server with TLS'],
  [/^220[ -]/, 'a mail or FTP server'],
  [/^[^]{3}\0\x0a[0-9]+\./, 'MySQL or MariaDB'],
];

/**
 * Identifies a server by its response to a connection and to a request of PostgreSQL.
 *
 * @returns null for a server that does not respond, or not as one of the known ones.
 */
export function identifyServer(
  { host, port }: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: host.replace(/^\[|\]$/g, ''), port });
    const end = (name: string | null): void => {
      socket.destroy();
      resolve(name);
    };
    socket
      .setTimeout(timeoutMs, () => end(null))
      .on('connect', () => void socket.write(SSL_REQUEST))
      .on('data', (chunk) => {
        const text = chunk.toString('latin1');
        end(GREETINGS.find(([pattern]) => pattern.test(text))?.[1] ?? null);
      })
      .on('error', () => end(null))
      .on('close', () => end(null));
  });
}
