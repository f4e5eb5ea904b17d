import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres';
import { withClient } from '../postgres/with-client';

/** Server that accepts TLS, with a certificate of its own for `localhost`, which no authority has signed. */
export interface TlsServer {
  /** Address by the name in the certificate, without settings of TLS. */
  readonly url: string;
  /** File with the certificate, for `sslrootcert`. */
  readonly certificate: string;
  stop(): Promise<void>;
}

/** The server runs it, as its owner, in its data directory. */
const MAKE_CERTIFICATE =
  'cat >/dev/null; umask 077; openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost ' +
  '-addext subjectAltName=DNS:localhost -keyout server.key -out server.crt 2>/dev/null';

/** Starts it. @throws without the program `openssl`. */
export async function startTlsServer(): Promise<TlsServer> {
  const home = await mkdtemp(join(tmpdir(), 'droptrack-tls-'));
  await chmod(home, 0o755);
  const server = await startEmbeddedPostgres({ home, durable: false });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const certificate = join(home, 'server.crt');
    await withClient(server.url, async (client) => {
      await client.query(`COPY (SELECT 1) TO PROGRAM '${MAKE_CERTIFICATE}'`);
      await client.query('ALTER SYSTEM SET ssl = on');
      await client.query('SELECT pg_reload_conf()');
      const { rows } = await client.query<{ text: string }>("SELECT pg_read_file('server.crt') AS text");
      await writeFile(certificate, rows[0]?.text ?? '');
    });
    const url = server.url.replace('@127.0.0.1:', '@localhost:');
    return { url, certificate, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
