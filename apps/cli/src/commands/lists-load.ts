import type { ListKind } from '@droptrack/catalogue';
import { formatTokenAmount } from '@droptrack/eligibility';
import {
  type Database,
  type DuplicateRule,
  ListDropError,
  ListRefusedError,
  type ListReport,
  loadList,
} from '@droptrack/persistence';
import { doubtTotal } from '../lists/doubt-total';
import { parseColumns } from '../lists/columns';
import type { CsvFile } from '../lists/csv-records';
import { type AmountUnit, readListRows } from '../lists/list-rows';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { count } from '../output/count';
import type { Output } from '../output/output';

export interface LoadListArguments {
  readonly dropId: string;
  /** Absolute. */
  readonly path: string;
  /** As the caller wrote it: faults are shown with it. */
  readonly file: string;
  readonly kind: ListKind;
  /** Null for an exclusion list. */
  readonly unit: AmountUnit | null;
  /** Null: by the usual names. */
  readonly columns: string | null;
  readonly duplicates: DuplicateRule;
  /** Where the file was published. */
  readonly url: string | null;
  /** Shows what would change, and changes nothing. */
  readonly dryRun: boolean;
}

export interface LoadListDeps {
  readonly openCsv: (path: string) => Promise<CsvFile>;
  /** Called only once the file is open. */
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Puts the list of a CSV file in force for a drop: all of it, or with any fault nothing. */
export async function loadListFile(args: LoadListArguments, deps: LoadListDeps): Promise<number> {
  const { dropId, kind, unit, url, duplicates, dryRun } = args;
  const { output } = deps;
  if (kind === 'allocation' && unit === null) {
    throw new CliError(
      INVALID_ARGUMENT,
      '--unit is missing: base (base units, as in contracts) or token (whole tokens)',
    );
  }
  if (url !== null) assertUrl(url);
  const columns = parseColumns(args.columns);
  const onProgress = (rows: number): void => output.progress(`Reading the list … ${rows} rows`);
  const csv = await deps.openCsv(args.path);
  output.progress('Reading the list …');
  try {
    const report = await deps.withDatabase((db) =>
      loadList(db, {
        dropId,
        kind,
        rows: (definition) => readListRows(csv.records, definition, { columns, unit, onProgress }),
        sha256: () => csv.sha256(),
        url,
        duplicates,
        dryRun,
        nowMs: deps.now().getTime(),
      }),
    );
    const warning = doubtTotal(report.list, report.definition);
    if (warning !== null) output.note(warning);
    output.result({ ...documentOf(report, dryRun), warning }, describe(report, dryRun));
    return EXIT.done;
  } catch (error) {
    if (error instanceof ListRefusedError) return reportFaults(error, args.file, output);
    if (error instanceof ListDropError) throw new CliError(`drop_${error.reason}`, error.message);
    throw error;
  }
}

function assertUrl(url: string): void {
  const isWeb = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isWeb || url.length > 2_048) {
    throw new CliError(INVALID_ARGUMENT, '--url must be the http or https address where the list was published');
  }
}

function documentOf({ outcome, rows, list, former }: ListReport, dryRun: boolean) {
  const { drop, kind, version, wallets, total, decimals, sha256, url } = list;
  return {
    dry_run: dryRun,
    outcome,
    drop,
    kind,
    version,
    rows,
    wallets,
    total,
    decimals,
    sha256,
    url,
    former: former === null ? null : { version: former.version, wallets: former.wallets, total: former.total },
  };
}

function describe({ outcome, rows, list, former }: ListReport, dryRun: boolean): string {
  const { drop, kind, version, wallets } = list;
  if (outcome === 'unchanged') {
    return `${drop}: this ${kind} list is in force already, as version ${version}. Nothing was written.`;
  }
  const summed = rows > wallets ? ` (of ${count(rows, 'row')}, those of one wallet summed)` : '';
  const before = former === null ? '' : ` Before: version ${former.version}, ${figures({ ...list, ...former })}.`;
  const verb = dryRun ? 'would be' : 'is';
  const end = dryRun ? ' Nothing was written.' : '';
  return `${drop}: version ${version} of the ${kind} list ${verb} in force: ${figures(list)}${summed}.${before}${end}`;
}

type Figures = Pick<ListReport['list'], 'kind' | 'wallets' | 'total' | 'decimals'>;

function figures({ kind, wallets, total, decimals }: Figures): string {
  if (kind === 'exclusion') return count(wallets, 'wallet');
  const sum = decimals === null ? `${total} base units` : `${formatTokenAmount(BigInt(total), decimals)} tokens`;
  return `${count(wallets, 'wallet')}, ${sum} in all`;
}

/** `list.csv:12: amount: …`, as editors and other programs know it. Never what is in the line. */
function reportFaults({ faults, total }: ListRefusedError, file: string, output: Output): number {
  const message = `${count(total, 'fault')}; nothing was loaded`;
  const lines = faults.map((fault) => `${file}:${fault.line === null ? '' : `${fault.line}:`} ${fault.message}`);
  const more = total > faults.length ? [`… and ${total - faults.length} more`] : [];
  output.result(
    { error: { code: 'list_faults', message, hint: null, total, faults } },
    [...lines, ...more, '', `${message}.`].join('\n'),
  );
  return EXIT.failed;
}
