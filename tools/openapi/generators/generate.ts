import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRunNode } from '../../sdk/command';

const ROOT = join(__dirname, '../../..');
const PACKAGES = join(__dirname, 'node_modules');

/** Programs in TypeScript, one per generator. */
export const CLIENTS = ['openapi-fetch', 'hey-api', 'orval'] as const;

/**
 * Generates the clients from a document, into a directory with the programs that use them.
 *
 * @param directory - new directory.
 */
export async function generateClients(directory: string, document: { components: { schemas: object } }): Promise<void> {
  cpSync(join(__dirname, 'clients'), directory, { recursive: true });
  symlinkSync(PACKAGES, join(directory, 'node_modules'));
  const generated = join(directory, 'generated');
  mkdirSync(generated);
  writeFileSync(join(generated, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(generated, 'schemas.json'), JSON.stringify(jsonSchemas(document.components.schemas)));
  const run = (program: string, ...args: string[]) =>
    mustRunNode([join(PACKAGES, program), ...args], { cwd: directory });
  await run('openapi-typescript/bin/cli.js', 'generated/openapi.json', '-o', 'generated/schema.ts');
  await run('@hey-api/openapi-ts/bin/run.js', '-f', 'hey-api.config.mjs');
  await run('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs');
  const python = ['--lang', 'python', '--python-version', '3.7', '--src-lang', 'schema'];
  const schemas = 'generated/schemas.json#/definitions/';
  await run('quicktype/dist/index.js', ...python, '--src', schemas, '--out', 'generated/models.py');
}

/** Components as the definitions of one JSON Schema, which quicktype reads. */
function jsonSchemas(schemas: object): object {
  const text = JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/definitions/');
  return { definitions: JSON.parse(text) as object };
}

/** Compiles the programs with their clients, strictly. @throws {CheckFailure} with the errors of the compiler. */
export async function compileClients(directory: string): Promise<void> {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--pretty', 'false'];
  await mustRunNode(args, { cwd: directory, timeoutMs: 300_000 });
}

/** Bundles the programs for Node. */
export async function bundleClients(directory: string): Promise<void> {
  const tsup = join(ROOT, 'node_modules/tsup/dist/cli-default.js');
  const options = ['--no-config', '--format', 'esm', '--target', 'node20', '--out-dir', 'programs', '--silent'];
  await mustRunNode([tsup, ...CLIENTS.map((name) => `${name}.ts`), ...options], { cwd: directory });
}
