// Proves that the dependency rules work: lints one planted violation of each kind and expects ESLint to report it, then
// prints the dependencies of the project graph and fails for one that the layers do not allow. Without a current project
// graph the lint rule of Nx reports nothing, as for clean code.
import { createProjectGraphAsync, workspaceRoot } from '@nx/devkit';
import { ESLint } from 'eslint';
import { join } from 'node:path';

const BOUNDARY = '@nx/enforce-module-boundaries';
const RESTRICTED = '@typescript-eslint/no-restricted-imports';
const GLOBALS = 'no-restricted-globals';

/** [file the violation is planted in, its text, the rule that must report it] */
const VIOLATIONS = [
  [
    'libs/contracts/src/canary.ts',
    "import { scoreHype } from '@droptrack/scoring'; export const a = scoreHype;",
    BOUNDARY,
  ],
  [
    'libs/scoring/src/canary.ts',
    "import { openDatabase } from '@droptrack/persistence'; export const a = openDatabase;",
    BOUNDARY,
  ],
  ['libs/scoring/src/canary.ts', "import { readFileSync } from 'node:fs'; export const a = readFileSync;", RESTRICTED],
  ['libs/catalogue/src/canary.ts', "import { readFileSync } from 'fs'; export const a = readFileSync;", RESTRICTED],
  [
    'libs/pagination/src/canary.ts',
    "import { Injectable } from '@nestjs/common'; export const a = Injectable;",
    RESTRICTED,
  ],
  [
    'libs/persistence/src/canary.ts',
    "import { Injectable } from '@nestjs/common'; export const a = Injectable;",
    RESTRICTED,
  ],
  ['libs/persistence/src/canary.ts', "import { connect } from 'node:tls'; export const a = connect;", RESTRICTED],
  [
    'libs/egress/src/canary.ts',
    "import { Injectable } from '@nestjs/common'; export const a = Injectable;",
    RESTRICTED,
  ],
  [
    'libs/egress/src/canary.ts',
    "import { openDatabase } from '../../../apps/worker/src/main'; export const a = openDatabase;",
    BOUNDARY,
  ],
  ['apps/worker/src/canary.ts', "import { Agent } from 'undici'; export const a = Agent;", RESTRICTED],
  ['libs/connectors/src/canary.ts', "import { openDatabase } from 'pg'; export const a = openDatabase;", RESTRICTED],
  ['libs/connectors/src/canary.ts', "import { Agent } from 'undici'; export const a = Agent;", RESTRICTED],
  [
    'libs/sdk/src/canary.ts',
    "import { openDatabase } from '@droptrack/persistence'; export const a = openDatabase;",
    BOUNDARY,
  ],
  ['apps/api/src/canary.ts', "import { Client } from 'pg'; export const a = Client;", RESTRICTED],
  ['apps/api/src/canary.ts', "import { request } from 'node:https'; export const a = request;", RESTRICTED],
  ['apps/api/src/canary.ts', "import { connect } from 'node:net'; export const a = connect;", RESTRICTED],
  ['apps/api/src/canary.ts', "import net from 'net'; export const a = net.connect;", RESTRICTED],
  ['apps/worker/src/canary.ts', "export const a = fetch('https://example.com');", GLOBALS],
  ['apps/api/src/canary.ts', "import { main } from '../../cli/src/main'; export const a = main;", BOUNDARY],
  ['apps/api/src/canary.ts', "import { Droptrack } from '@droptrack/sdk'; export const a = Droptrack;", BOUNDARY],
  [
    'apps/api/src/canary.ts',
    "import { a } from '../../../libs/scoring/src/hype/score-hype'; export const b = a;",
    BOUNDARY,
  ],
  ['apps/cli/src/canary.ts', "import { Injectable } from '@nestjs/common'; export const a = Injectable;", RESTRICTED],
  ['apps/api/src/canary.ts', 'export const a = process.env.HOME;', GLOBALS],
  [
    'apps/explorer/src/canary.ts',
    "import { openDatabase } from '@droptrack/persistence'; export const a = openDatabase;",
    BOUNDARY,
  ],
  ['apps/explorer/src/canary.ts', "export const a = fetch('https://example.com');", GLOBALS],
];

/** Layers that each layer may depend on. */
const DEPENDENCIES = {
  contracts: [],
  domain: ['contracts', 'domain'],
  adapter: ['contracts', 'domain', 'adapter'],
  sdk: ['contracts', 'domain'],
  'server-app': ['contracts', 'domain', 'adapter'],
  'client-app': ['contracts', 'domain', 'sdk'],
  'operator-app': ['contracts', 'domain', 'adapter', 'sdk'],
};
/** Adapters of the process, without data of the service: also for programs that know the service only by its API. */
const PARTS = new Set(['program']);
/** Dependencies of tests only: endpoint tests go through the SDK, tests of the command line start both services. */
const TEST_DEPENDENCIES = new Set(['api -> sdk', 'worker -> sdk', 'cli -> api', 'cli -> worker', 'cli -> explorer']);

const graph = await createProjectGraphAsync({ exitOnError: true });
const eslint = new ESLint({ cwd: workspaceRoot });
let failures = 0;
let edges = 0;

for (const [file, text, rule] of VIOLATIONS) {
  const [result] = await eslint.lintText(`${text}\n`, { filePath: join(workspaceRoot, file) });
  const isReported = result.messages.some(({ ruleId }) => ruleId === rule);
  if (!isReported) {
    failures += 1;
    console.error(`not reported by ${rule}: ${file}: ${text}`);
  }
}
console.log(`${VIOLATIONS.length - failures} of ${VIOLATIONS.length} planted violations were reported`);

const layerOf = (project) =>
  graph.nodes[project]?.data.tags?.find((tag) => tag.startsWith('layer:'))?.slice('layer:'.length);
for (const [source, dependencies] of Object.entries(graph.dependencies)) {
  if (layerOf(source) === 'tools') continue;
  for (const { target } of dependencies) {
    if (graph.nodes[target] === undefined) continue;
    const edge = `${source} -> ${target}`;
    edges += 1;
    const isAllowed =
      DEPENDENCIES[layerOf(source)]?.includes(layerOf(target)) ||
      (layerOf(source) === 'client-app' && PARTS.has(target)) ||
      TEST_DEPENDENCIES.has(edge);
    console.log(`${isAllowed ? '  ' : '! '}${edge}`);
    if (!isAllowed) failures += 1;
  }
}
if (edges === 0) console.error('the project graph has no dependency: source files were not analysed');
process.exit(edges > 0 && failures === 0 ? 0 : 1);
