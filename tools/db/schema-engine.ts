import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm';

/** Node's types lack it, and TypeScript has it only with the browser's. */
declare const WebAssembly: {
  instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

/** The part of the generated bindings that we use; Prisma documents none of it, so it is pinned exactly. */
interface Bindings {
  readonly SchemaEngine: typeof SchemaEngine;
  __wbg_set_wasm(exports: object): void;
}

/**
 * The SQL that leads from one `schema.prisma` to another.
 *
 * Uses the WebAssembly build of Prisma's schema engine: the native one is not in
 * its npm package. Only `diff` between schemas is used; it cannot read a live database.
 *
 * @param url - any PostgreSQL: the engine asks it for its version and changes nothing.
 * @param from - text of the older schema; null for an empty database.
 * @returns empty when there is nothing to do.
 */
export async function diffSchemas(url: string, from: string | null, to: string): Promise<string> {
  const { SchemaEngine } = await loadEngine();
  const adapter = new PrismaPg({ connectionString: url, allowExitOnIdle: true, idleTimeoutMillis: 100 });
  const engine = await SchemaEngine.new(
    { datamodels: undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  const { stdout } = await engine.diff({
    from: from === null ? { tag: 'empty' } : schema(from),
    to: schema(to),
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  const sql = (stdout ?? '').trim();
  return sql === '-- This is an empty migration.' ? '' : sql;
}

function schema(content: string): DiffTarget {
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] };
}

/** Its own entry imports a .wasm file as a module, which Node cannot; so the two halves are joined here. */
async function loadEngine(): Promise<Bindings> {
  const directory = dirname(createRequire(__filename).resolve('@prisma/schema-engine-wasm'));
  const bindings = (await import(pathToFileURL(join(directory, 'schema_engine_bg.js')).href)) as Bindings;
  const { instance } = await WebAssembly.instantiate(await readFile(join(directory, 'schema_engine_bg.wasm')), {
    './schema_engine_bg.js': bindings,
  });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}
