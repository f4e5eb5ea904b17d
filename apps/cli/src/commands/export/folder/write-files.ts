import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CalendarEventBody, DefinitionBody, DropBody } from '@droptrack/catalogue';
import {
  type Database,
  type ExportedRevision,
  exportHistory,
  type HistoryEnd,
  type HistoryTables,
} from '@droptrack/persistence';
import type { Column } from '../../snapshots/parquet/column';
import { GENERATOR, SCHEMA_VERSION } from '../../snapshots/file/metadata';
import { type DescribedFile, ExportFile } from './export-file';
import { dropPoint, MANIFEST, type RevisionOf, TABLES } from './tables';

/** Content of `manifest.json`. */
export interface Manifest {
  readonly schema_version: number;
  readonly generator: string;
  /** The files contain everything that was recorded up to this instant, RFC 3339. */
  readonly as_of: string;
  /** Sequence number of the last revision; 0 for an empty log. */
  readonly seq: number;
  /** Configured ruleset; each point names the one that computed it. */
  readonly ruleset: string;
  readonly files: readonly DescribedFile[];
}

interface WriteOptions {
  /** Version of the configured ruleset. */
  readonly ruleset: string;
  readonly signal: AbortSignal;
  /** Called with the rows of a file that are written so far. */
  readonly onRows: (name: string, rows: number) => void;
}

/** Writes all files of an export into a folder, from one snapshot of the database. */
export async function writeFiles(directory: string, db: Database, options: WriteOptions): Promise<Manifest> {
  let files: Files | null = null;
  let end: HistoryEnd = { seq: 0, asOfMs: 0 };
  try {
    await exportHistory(db, options.signal, async (state) => {
      end = state;
      files = await openFiles(directory, isoOfEnd(state));
      return tablesOf(files, options.onRows);
    });
    const described: DescribedFile[] = [];
    for (const file of all(files)) described.push(await file.finish());
    const manifest = manifestOf(end, options.ruleset, described);
    await writeFile(join(directory, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    return manifest;
  } finally {
    for (const file of all(files)) await file.close();
  }
}

const isoOfEnd = ({ asOfMs }: HistoryEnd): string => new Date(asOfMs).toISOString();

const manifestOf = (end: HistoryEnd, ruleset: string, files: readonly DescribedFile[]): Manifest => ({
  schema_version: SCHEMA_VERSION,
  generator: GENERATOR,
  as_of: isoOfEnd(end),
  seq: end.seq,
  ruleset,
  files,
});

type Files = Awaited<ReturnType<typeof openFiles>>;

const all = (files: Files | null): Pick<ExportFile<never>, 'finish' | 'close'>[] =>
  files === null ? [] : Object.values(files);

async function openFiles(directory: string, asOf: string) {
  const opened: Pick<ExportFile<never>, 'close'>[] = [];
  const open = async <Row extends object>(name: keyof typeof TABLES, columns: readonly Column<Row>[]) => {
    const file = await ExportFile.create(directory, name, columns, asOf);
    opened.push(file);
    return file;
  };
  try {
    return {
      drops: await open('drops.parquet', TABLES['drops.parquet']),
      calendar: await open('calendar.parquet', TABLES['calendar.parquet']),
      outcomes: await open('outcomes.parquet', TABLES['outcomes.parquet']),
      points: await open('points.parquet', TABLES['points.parquet']),
      revisions: await open('revisions.parquet', TABLES['revisions.parquet']),
      events: await open('events.parquet', TABLES['events.parquet']),
      claims: await open('claims.parquet', TABLES['claims.parquet']),
      claimsCsv: await open('claims.csv', TABLES['claims.csv']),
    };
  } catch (error) {
    for (const file of opened) await file.close();
    throw error;
  }
}

/** Drops and calendar events are columns of their own files as well as revisions. */
function tablesOf(files: Files, onRows: WriteOptions['onRows']): HistoryTables {
  return {
    revisions: async (rows) => {
      await files.revisions.add(rows);
      await files.drops.add(parsed<DropBody>(rows, 'drop'));
      await files.calendar.add(parsed<CalendarEventBody>(rows, 'calendar_event'));
      await files.outcomes.add(parsed<DefinitionBody>(rows, 'definition'));
      onRows('revisions', files.revisions.rows);
    },
    points: async (rows) => {
      await files.points.add(rows.map(dropPoint));
      onRows('points', files.points.rows);
    },
    events: async (rows) => {
      await files.events.add(rows);
      onRows('events', files.events.rows);
    },
    claims: async (rows) => {
      await files.claims.add(rows);
      await files.claimsCsv.add(rows);
      onRows('claims', files.claims.rows);
    },
  };
}

/** Revisions of an entity; the log has only bodies of the type of their entity. */
const parsed = <Body>(rows: readonly ExportedRevision[], of: ExportedRevision['entity']): RevisionOf<Body>[] =>
  rows
    .filter(({ entity }) => entity === of)
    .map(({ body, ...row }) => ({ ...row, body: body === null ? null : (JSON.parse(body) as Body) }));
