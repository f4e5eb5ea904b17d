import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipBecause } from '../../../tools/test/debian-programs';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { CONFORMANCE_RUNS, expectedFailures, readChecks } from './mcp-conformance';
import { installMcpPackages, keyProxy } from './mcp-packages';

/** Calls a tool with the client of the first generation, which requests a session. */
const FORMER_CLIENT = `
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
const [url, key] = process.argv.slice(2);
(async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: 'Bearer ' + key } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const { structuredContent } = await client.callTool({ name: 'get_drop', arguments: { id: 'linea' } });
  const unknown = await client.callTool({ name: 'sell', arguments: {} }).catch(({ code }) => code);
  console.log(JSON.stringify({ tools: tools.length, drop: structuredContent.drop.id, unknown }));
  await client.close();
})();
`;

const packages = installMcpPackages();

(packages === null ? skipBecause('the packages are not installed') : describe)(
  'POST /mcp with official packages',
  () => {
    let [api, url]: [TestApi, string] = [null!, ''];
    const { folder, run } = packages ?? { folder: '', run: () => Promise.reject(new Error('not installed')) };
    beforeAll(async () => {
      api = await startApi([dropDefinition('linea')]);
      url = await api.listen();
    });
    afterAll(async () => {
      packages?.remove();
      await api.stop();
    });

    it('serves the client of the first generation', async () => {
      const script = join(folder, 'client.cjs');
      writeFileSync(script, FORMER_CLIENT);
      const { output, code } = await run([script, `${url}/mcp`, api.keys.pro]);
      expect([code, output.trim()]).toEqual([0, '{"tools":7,"drop":"linea","unknown":-32602}']);
    });

    // A new failure fails the test, and so does an expected one that passes.
    it.each(CONFORMANCE_RUNS)('passes the conformance tests of $revision, apart from known reasons', async (each) => {
      const { secret } = await api.issueKey('scale');
      const { url: target, server } = await keyProxy(url, secret);
      const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
      const results = join(folder, each.revision);
      const args = ['server', '--url', target, ...each.selection, '-o', results];
      await run(['--import', './former-node.mjs', program, ...args]);
      await new Promise((resolve) => server.close(resolve));
      const checks = readChecks(results);
      expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(each.passedMin);
      const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ name }) => name);
      expect([...new Set(failed)].sort()).toEqual(expectedFailures(each).sort());
    });
  },
);
