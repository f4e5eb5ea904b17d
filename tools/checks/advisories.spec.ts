import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'fastify';
const RULES = '/-/npm/v1/security/advisories/bulk';

/** Runs the gate against a fake registry. */
async function gate(respond: RequestListener): Promise<{ code: number; said: string }> {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // npm remembers advisories by their number.
  const cache = mkdtempSync(join(tmpdir(), 'droptrack-advisories-'));
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: cache };
  const child = spawn(process.execPath, [join(__dirname, 'advisories.mjs')], { env });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  server.close();
  rmSync(cache, { recursive: true });
  return { code, said };
}

/** A registry with one advisory for all versions of a package of production. */
const registryWith =
  (severity: string): RequestListener =>
  ({ url }, response) => {
    const advisory = {
      id: 1,
      url: 'https://advisories.example/1',
      title: 'A flaw',
      severity,
      vulnerable_versions: '*',
    };
    // npm reads the versions of all packages that depend on it.
    const name = decodeURIComponent((url ?? '').slice(1));
    const document = { name, versions: { '1.0.0': { name, version: '1.0.0' } } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(url === RULES ? { [PACKAGE]: [advisory] } : document));
  };

describe('the gate of advisories', () => {
  it.each(['high', 'critical'])('fails for one of a package of production that is %s', async (severity) => {
    const { code, said } = await gate(registryWith(severity));
    expect(said).toContain(`fastify *: A flaw, ${severity}, https://advisories.example/1\n`);
    expect(said).toContain('advisories: 1 for packages of production');
    expect(code).toBe(1);
  });

  it('reports one that is less than high, and passes', async () => {
    const { code, said } = await gate(registryWith('moderate'));
    expect(said).toContain('moderate, https://advisories.example/1, accepted: below high');
    expect(code).toBe(0);
  });

  it('passes without advisories', async () => {
    const { code, said } = await gate((_, response) =>
      response.setHeader('content-type', 'application/json').end('{}'),
    );
    expect([code, said]).toEqual([0, 'advisories: 0 for packages of production\n']);
  });

  it('prints that it did not run where the service cannot be reached', async () => {
    const { code, said } = await gate((_, response) => response.writeHead(405).end());
    expect(said).toMatch(/^advisories: NOT CHECKED, no advisory service can be reached: .*405/);
    expect(code).toBe(0);
  });
});
