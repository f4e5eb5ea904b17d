import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer, withClient, withDatabase } from '@droptrack/persistence/testing';
import { describeSchema, differences } from './schema-difference';
import { diffSchemas } from './schema-engine';

/**
 * Compares two empty databases: one made by the migrations, one by
 * `schema.prisma`. Prints every difference.
 *
 * @returns the exit code: 0 when they are the same, 1 on drift.
 */
async function drift(): Promise<number> {
  const prisma = join(process.cwd(), 'prisma');
  const server = await startTestServer(join(prisma, 'migrations'), process.env['TEST_DATABASE_URL'] || undefined);
  try {
    const schema = await readFile(join(prisma, 'schema.prisma'), 'utf8');
    const declaredUrl = await makeDeclared(server.templateUrl, schema);
    const found = differences(await describeSchema(server.templateUrl), await describeSchema(declaredUrl));
    if (found.length === 0) return 0;
    console.error(`The migrations and schema.prisma differ:\n${found.map((line) => `  ${line}`).join('\n')}`);
    return 1;
  } finally {
    await server.stop();
  }
}

/** Its name begins with the template's, so that the server's `stop` drops it as well. */
async function makeDeclared(templateUrl: string, schema: string): Promise<string> {
  const name = `${new URL(templateUrl).pathname.slice(1)}_declared`;
  await withClient(withDatabase(templateUrl, 'postgres'), (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`),
  );
  const url = withDatabase(templateUrl, name);
  const sql = await diffSchemas(url, null, schema);
  await withClient(url, (client) => client.query(sql));
  return url;
}

drift().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
