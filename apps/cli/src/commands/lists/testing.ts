import type { DropDefinition } from '@droptrack/catalogue';
import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { recordedOutput } from '../../testing/recorded-output';
import { type LoadList, loadListFiles } from './load';
import { showLists } from './show';

/** Arguments of a load of `linea` without options. */
const BARE_LOAD: LoadList = {
  dropId: 'linea',
  files: [],
  filesFrom: null,
  exclude: null,
  name: null,
  format: 'auto',
  kind: 'allocation',
  exclusion: false,
  unit: null,
  columns: null,
  each: null,
  index: null,
  hex: null,
  tree: null,
  leaf: null,
  leaves: null,
  pairs: null,
  odd: null,
  part: false,
  expectRoot: null,
  expectTotal: null,
  expectWallets: null,
  acceptMismatch: false,
  errorsTo: null,
  skipErrors: null,
  duplicates: 'reject',
  url: null,
  dryRun: false,
  examples: 5,
  showWallets: false,
};

/** Fixture: a database with drops, a folder, and the list commands on both. */
export async function listCommands(definitions: readonly DropDefinition[]) {
  const folder = mkdtempSync(join(tmpdir(), 'droptrack-lists-'));
  const test = await createTestDatabase();
  const db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
  await applyDefinitions(db, { origin: 'test', definitions, nowMs: Date.now() });
  const withDatabase = <T>(work: (database: Database) => Promise<T>): Promise<T> => work(db);

  const load = async (paths: readonly string[], over: Partial<LoadList> = {}) => {
    const { output, said } = recordedOutput();
    const files = paths.map((path) => ({ path, file: basename(path) }));
    const session = { output, withDatabase, cwd: folder, now: () => new Date() };
    const code = await loadListFiles({ ...BARE_LOAD, ...over }, files, session);
    return {
      code,
      text: said.text,
      notes: said.notes,
      progress: said.progress,
      document: said.document as Record<string, unknown>,
    };
  };
  return {
    db,
    url: test.url,
    folder,
    load,
    /** Loads the lines of a table with amounts in whole tokens. */
    loadCsv: (lines: readonly string[], over: Partial<LoadList> = {}) => {
      const path = join(folder, 'list.csv');
      writeFileSync(path, ['address,amount', ...lines, ''].join('\n'));
      return load([path], { unit: 'token', ...over });
    },
    show: async (dropId: string | null = null, withFormer = false) => {
      const { output, said } = recordedOutput();
      const code = await showLists({ dropId, withFormer }, { output, withDatabase });
      const document = said.document as Readonly<Record<'data' | 'gaps', readonly Record<string, unknown>[]>>;
      return { code, text: said.text, document };
    },
    close: async () => {
      await db.close();
      await test.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
