// node tools/db/generate.mjs [schema]: generates the Prisma client of prisma/schema.prisma, or of another schema, into the
// `output` that it names. Works offline and is silent unless it fails.
//
// Writes what `prisma generate` does, by the package of its generator; the command line would bring 100 packages and 200 MB
// (docs/decisions/0068).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { root } from '../build/run.mjs';

const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
const { enginesVersion } = require('@prisma/engines-version');
const { getConfig, getDMMF, mergeSchemas } = require('@prisma/internals');

const schemaPath = resolve(root, process.argv[2] ?? 'prisma/schema.prisma');
const datamodel = [[schemaPath, readFileSync(schemaPath, 'utf8')]];
try {
  const { datasources, generators } = await getConfig({ datamodel });
  const [generator, ...otherGenerators] = generators;
  generator.output.value = resolve(dirname(schemaPath), generator.output.value);
  await new PrismaClientTsGenerator().generate({
    ...{ generator, otherGenerators, datasources, schemaPath },
    dmmf: await getDMMF({ datamodel }),
    datamodel: mergeSchemas({ schemas: datamodel }),
    version: enginesVersion,
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
