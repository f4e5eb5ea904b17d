// npm run sdk:api [-- --check]: writes libs/sdk/api.md with TypeDoc, or fails if the file is out of date.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installToolset } from '../packages/install.mjs';

installToolset('tools/sdk-docs');
const { Application, Converter, LiteralType, UnionType } = await import('typedoc');

const FILE = 'libs/sdk/api.md';

/** Writes out a type such as `(typeof SOURCE_KINDS)[number]`: the package does not export all of these arrays. */
function writeOutValues(context, reflection) {
  if (reflection.type?.type !== 'indexedAccess') return;
  const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? [];
  if (declaration?.type?.objectType === undefined) return;
  const checker = context.programs[0].getTypeChecker();
  const array = checker.getTypeFromTypeNode(declaration.type.objectType);
  if (!checker.isTupleType(array)) return;
  reflection.type = new UnionType(checker.getTypeArguments(array).map(({ value }) => new LiteralType(value)));
}

async function generate(directory) {
  const app = await Application.bootstrapWithPlugins({
    options: 'tools/sdk-docs/reference/typedoc.json',
    outputs: [{ name: 'markdown', path: directory }],
  });
  app.converter.on(Converter.EVENT_RESOLVE, writeOutValues);
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
