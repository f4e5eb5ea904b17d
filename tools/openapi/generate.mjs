// npm run openapi [-- --check]: writes apps/api/openapi.json from the code, or reports their differences.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTypescript } from '../db/run-typescript.mjs';
import { differences } from './differences.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = join(root, 'apps', 'api', 'openapi.json');

await runTypescript('apps/api/src/openapi/document/document.ts');
const { buildDocument, serialise } = createRequire(import.meta.url)(join(root, 'dist', 'tools', 'document.cjs'));
const generated = serialise(buildDocument(root));

if (!process.argv.includes('--check')) {
  writeFileSync(file, generated);
} else if (readFileSync(file, 'utf8') !== generated) {
  console.error('apps/api/openapi.json is not what the code says; run "npm run openapi" and commit it.');
  for (const line of differences(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(generated))) console.error(line);
  process.exitCode = 1;
}
