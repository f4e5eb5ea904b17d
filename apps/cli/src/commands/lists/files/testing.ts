import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { formatTokenAmount } from '@droptrack/eligibility';
import type { ListEntry } from '@droptrack/eligibility/formats';
import { ListRejectedError } from '@droptrack/persistence';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseColumns } from './reading-terms';
import type { ListFileFault } from './fault-log';
import { type ListFilesOptions, openListFiles } from './open-list-files';

const ROOT = resolve(__dirname, '../../../../../..');
const DATA = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data');

/** Folder of the published lists. */
export const LISTS = join(DATA, 'lists');
const hasLists = existsSync(LISTS);
if (!hasLists) console.warn(`skipped: no published lists in ${LISTS}`);

/** `describe` if the published lists are available; otherwise its tests are skipped. */
export const describeLists = hasLists ? describe : describe.skip;

interface Published {
  readonly file_path: string;
  readonly file_hash: string;
}
const INDEX: readonly Published[] = hasLists
  ? Object.values(JSON.parse(readFileSync(join(LISTS, 'rotki/index_v4.json'), 'utf8')).airdrops)
  : [];
const evm = dropDefinition({ token: { symbol: null, decimals: fact(18), address: null } });

type Over = Partial<Omit<ListFilesOptions, 'columns'>> & { columns?: string; drop?: typeof evm };

/** Reads files of the published lists as a load does, and returns their totals. */
export async function readPublished(names: string | string[], { drop = evm, columns, ...over }: Over = {}) {
  const files = [names].flat().map((name) => ({ path: resolve(LISTS, name), file: basename(name) }));
  const list = await openListFiles(files, {
    format: 'auto',
    columns: parseColumns(columns ?? null),
    needsAmounts: true,
    unit: null,
    isPart: false,
    onProgress: () => undefined,
    ...over,
  });
  const entries: ListEntry[] = [];
  try {
    for await (const batch of list.entries(drop)) entries.push(...batch);
  } catch (error) {
    if (!(error instanceof ListRejectedError)) throw error;
    return {
      list,
      entries,
      total: 0n,
      wallets: 0,
      faults: error.violations as ListFileFault[],
      faultsTotal: error.total,
    };
  }
  const total = entries.reduce((sum, { amount }) => sum + amount, 0n);
  const wallets = new Set(entries.map(({ wallet }) => Buffer.from(wallet.bytes).toString('hex'))).size;
  return { list, entries, total, wallets, faults: [], faultsTotal: 0 };
}

/** A table of the index: file, unit, rows, distinct wallets and the total in whole tokens. */
export type PublishedTable = readonly [string, 'base' | 'token', number, number, string];

/** Expects a table to match the published figures. */
export async function expectTable([name, unit, rows, wallets, tokens]: PublishedTable): Promise<void> {
  const found = await readPublished(`rotki/${name}.csv.gz`, { unit });
  expect([found.list.format, found.entries.length, found.wallets]).toEqual(['csv', rows, wallets]);
  expect(rounded(found.total, tokens)).toBe(tokens);
  const { file_hash: hash } = INDEX.find(({ file_path: path }) => path.endsWith(`/${name}.csv.gz`)) ?? {};
  if (hash !== undefined) expect(found.list.sha256()).toBe(hash);
}

/** Amount in whole tokens, with the number of decimals of another amount. */
function rounded(total: bigint, like: string): string {
  const decimals = like.split('.')[1]?.length ?? 0;
  const base = decimals > 18 ? 21 : 18;
  const unit = 10n ** BigInt(base - decimals);
  return formatTokenAmount((total + unit / 2n) / unit, decimals);
}
