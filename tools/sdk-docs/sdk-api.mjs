// npm run sdk:api [-- --check]: writes libs/sdk/api.md with TypeDoc, or fails if the file is out of date.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from 'typedoc';

const FILE = 'libs/sdk/api.md';

async function generate(directory) {
  const app = await Application.bootstrapWithPlugins({
    options: 'tools/sdk-docs/reference/typedoc.json',
    outputs: [{ name: 'markdown', path: directory }],
  });
  const project = await app.convert();
  if (project === undefined) return null;
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) return null;
  return readFileSync(join(directory, 'api.md'), 'utf8');
}

const directory = mkdtempSync(join(tmpdir(), 'sdk-api-'));
try {
  const text = await generate(directory);
  if (text === null) process.exitCode = 1;
  else if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (readFileSync(FILE, 'utf8') !== text) {
    console.error(`${FILE} is out of date; run "npm run sdk:api" and commit it.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
