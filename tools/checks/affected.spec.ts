import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** [file, targets that read it] */
const READERS: readonly (readonly [string, readonly string[]])[] = [
  ['prisma/catalogue/linea.yaml', ['api:test', 'cli:test', 'worker:heavy', 'persistence:test', 'repo:format']],
  ['prisma/migrations/20261122140000_add_recoveries/migration.sql', ['persistence:drift', 'api:test', 'bench:smoke']],
  ['docs/webhooks.md', ['repo:test', 'repo:format', 'repo:words']],
  ['docs/lists.md', ['cli:test']],
  ['docs/catalogue.md', ['cli:test', 'repo:test']],
  ['docs/scoring.md', ['scoring:test', 'repo:test']],
  ['docs/operating.md', ['repo:test']],
  ['deploy/nginx/droptrack.conf', ['api:heavy', 'deploy:test', 'deploy:heavy']],
  ['docs/runbook.md', ['deploy:test', 'repo:test']],
  ['docs/studies/hype-validity.md', ['backtest:test', 'backtest:heavy']],
  ['README.md', ['cli:test', 'repo:test']],
  ['.env.example', ['api:test', 'worker:test', 'cli:test']],
  ['libs/scoring/src/hype-rules.ts', ['scoring:test', 'sdk:package', 'release:heavy', 'repo:boundaries']],
  ['libs/contracts/src/drop.ts', ['api:openapi', 'sdk:docs', 'repo:typecheck', 'backtest:test']],
  ['libs/webhooks/src/index.ts', ['worker:heavy', 'bench:smoke', 'instances:smoke', 'cli:first-start']],
  ['apps/api/openapi.json', ['api:openapi', 'sdk:test', 'repo:test']],
  ['tools/sdk/check.ts', ['sdk:package', 'sdk:test', 'release:heavy', 'repo:typecheck']],
  ['tools/openapi/generate.mjs', ['api:openapi']],
  ['tools/db/drift.ts', ['persistence:drift']],
  ['tools/test/test-server.ts', ['persistence:test', 'cli:heavy']],
  [
    'tools/browser/package-lock.json',
    ['api:heavy', 'cli:heavy', 'explorer:heavy', 'explorer:typecheck', 'sdk:package'],
  ],
  ['tools/chain/package-lock.json', ['claims:heavy', 'connectors:heavy', 'finders:heavy', 'cli:heavy']],
  ['tools/openapi/generators/package-lock.json', ['generators:heavy']],
  ['tools/release/registry/package-lock.json', ['release:heavy']],
  ['tools/sdk/packages/package-lock.json', ['sdk:package', 'sdk:heavy', 'release:heavy']],
  ['tools/sdk-docs/package-lock.json', ['sdk:docs', 'api:openapi', 'repo:test', 'repo:typecheck']],
  ['tools/solana/package-lock.json', ['claim-calls:heavy']],
  ['tools/words/package-lock.json', ['repo:words']],
];

/** [file, projects that do not read it] */
const UNRELATED: readonly (readonly [string, readonly string[]])[] = [
  ['libs/webhooks/src/index.ts', ['backtest', 'scoring', 'catalogue', 'eligibility', 'connectors']],
  ['libs/connectors/src/index.ts', ['sdk', 'release', 'backtest', 'webhooks', 'scoring']],
  ['docs/webhooks.md', ['webhooks', 'sdk', 'persistence', 'worker', 'release', 'scoring']],
  ['tools/backtest/study.ts', ['api', 'sdk', 'release', 'bench', 'instances', 'persistence']],
  ['tools/bench/plan.ts', ['api', 'sdk', 'release', 'backtest', 'persistence']],
];

// Nx restores the result of a target from its cache until an input changes, and a pull request checks only affected projects:
// a file that a target reads but does not name as an input would be checked on main only.
describe('a changed file', () => {
  const files = [...new Set([...READERS, ...UNRELATED].map(([file]) => file))];
  const targets = [...new Set(READERS.flatMap(([, expected]) => expected))];
  let affected: Readonly<Record<string, readonly string[]>>;
  let readers: Readonly<Record<string, readonly string[]>>;
  let unchecked: readonly string[];
  beforeAll(() => {
    const args = [join(__dirname, 'affected.mjs'), JSON.stringify({ files, targets })];
    const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
    const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
    ({ affected, readers, unchecked } = JSON.parse(output));
  }, 120_000);

  it.each(READERS)('%s affects the targets that read it', (file, expected) => {
    expect(affected[file]).toEqual(expect.arrayContaining(expected.map((id) => id.split(':')[0])));
    expect(readers[file]).toEqual(expect.arrayContaining([...expected]));
  });

  // `processes` has sources only, and `packages` installs only; their checks are those of `repo`.
  it('belongs to a project that is checked', () => expect([...unchecked].sort()).toEqual(['packages', 'processes']));

  it.each(UNRELATED)('%s affects no project that does not read it', (file, projects) => {
    expect(projects.filter((project) => affected[file]?.includes(project))).toEqual([]);
  });
});
