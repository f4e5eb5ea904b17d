import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020';
import { missingCommand } from './receivers';

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly parameters?: readonly { readonly in?: string; readonly name?: string }[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

const ROOT = join(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');
const { paths, components } = JSON.parse(readFileSync(join(ROOT, 'apps/api/openapi.json'), 'utf8')) as Document;
const SCRIPTS = [...PAGE.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, code = '']) => code);
const ajv = new Ajv2020({ strict: false, formats: { uri: true, 'date-time': true } });
const PLACEHOLDERS: Readonly<Record<string, string>> = { wh_1: '{id}', dlv_1: '{delivery}', rec_1: '{recovery}' };

/** Requests that curl sends for the scripts of the page, run one after another. */
async function requestsOfScripts() {
  const requests: { method: string; path: string; query: string[]; type: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api.test');
    const path = pathname.replace(/(wh|dlv|rec)_1/g, (id) => PLACEHOLDERS[id] ?? id);
    const { method = '', headers } = request;
    expect(headers.authorization).toBe('Bearer dtk_1');
    requests.push({
      ...{ method: method.toLowerCase(), path, query: [...searchParams.keys()] },
      ...{ type: headers['content-type'], body: await text(request) },
    });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ...process.env, KEY: 'dtk_1', ID: 'wh_1', DELIVERY: 'dlv_1', RECOVERY: 'rec_1', API: api };
  for (const script of SCRIPTS) await promisify(execFile)('bash', ['-euc', script], { env });
  server.close();
  return requests;
}

const missing = missingCommand('bash --version', 'curl --version');
if (missing !== null) console.warn(`calls of docs/webhooks.md are not tested: this machine cannot run ${missing}`);

(missing === null ? it : it.skip)('docs/webhooks.md: every curl call matches an operation of the API', async () => {
  const requests = await requestsOfScripts();
  expect(requests.length).toBeGreaterThanOrEqual(7);
  for (const { method, path, query, type, body } of requests) {
    const operation = paths[path]?.[method];
    expect([method, path, operation !== undefined]).toEqual([method, path, true]);
    const known = JSON.stringify(operation?.parameters ?? []);
    for (const name of query) expect(known).toContain(`"${name}"`);
    const [[contentType, media] = []] = Object.entries(operation?.requestBody?.content ?? {});
    expect([path, type]).toEqual([path, contentType]);
    if (media === undefined) continue;
    const validate = ajv.compile({ ...media.schema, components });
    expect([path, validate(JSON.parse(body)), validate.errors]).toEqual([path, true, null]);
  }
});
