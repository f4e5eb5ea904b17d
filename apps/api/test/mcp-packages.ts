import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages, type InstalledPackages } from '../../../tools/test/install-packages';

const run = promisify(execFile);

/** Official packages that are too large for the lock file: a client of the first generation, and the conformance tests. */
const PACKAGES = ['@modelcontextprotocol/sdk@1.32.2', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];
/** Longest run of a program. */
const RUN_MS_MAX = 100_000;

/** Folder with the official packages. */
export interface McpPackages extends InstalledPackages {
  /** Runs a program to its end. @returns its exit code and its output. */
  run(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
}

/** Installs the official packages; null, with the printed reason, where they cannot be installed. */
export function installMcpPackages(): McpPackages | null {
  const installed = installPackages(...PACKAGES);
  if (installed === null) return null;
  const { folder } = installed;
  writeFileSync(join(folder, 'former-node.mjs'), FORMER_NODE);
  const options = { cwd: folder, timeout: RUN_MS_MAX, maxBuffer: 64 * 1024 * 1024 };
  return {
    ...installed,
    run: async (args) => {
      try {
        const { stdout, stderr } = await run(process.execPath, [...args], options);
        return { code: 0, output: stdout + stderr };
      } catch (error) {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { code, output: stdout + stderr };
      }
    },
  };
}

const asModule = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

/** The conformance tests import a function that Node has since version 22; a run against a server does not call it. */
const FORMER_NODE = `import { register } from 'node:module';
register(${JSON.stringify(
  asModule(`const fs = ${JSON.stringify(
    asModule(
      `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => { throw new Error('globSync') };`,
    ),
  )};
export const resolve = (name, { parentURL }, next) =>
  name === 'fs' && parentURL?.includes('/conformance/') ? { url: fs, shortCircuit: true } : next(name);`),
)});
`;

/** Proxy that adds the key, which the conformance tests cannot send. Host, Origin and all else pass unchanged. */
export async function keyProxy(
  target: string,
  key: string,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const forwarded = request(new URL(url, target), {
      method,
      headers: { ...headers, authorization: `Bearer ${key}` },
      setHost: false,
    });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}
