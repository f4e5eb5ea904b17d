import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { evmDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { interleave } from '../interleave';
import { writeList } from '../lists/list-file';
import { loadList } from '../lists/load';
import { BenchError } from '../process/bench-error';
import { type CommandRun, runCommand } from '../process/command';
import { line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';

const DROPS = 20;
const PEAK_MB_MAX = 300;
const TIME_RATIO_MAX = 3;
/** That of backups. */
const GZIP_LEVEL = 3;
const SILENCE_MS = 120_000;
const STATEMENT_TIMEOUT_MS = 600_000;

type Cost = Pick<CommandRun, 'seconds' | 'peakMb'>;

/** Costs of work in this process, whose memory says nothing. */
async function costOf(work: () => Promise<void>): Promise<Cost> {
  const began = performance.now();
  await work();
  return { seconds: (performance.now() - began) / 1_000, peakMb: 0 };
}

/**
 * `backup` beside COPY of the wallets into a gzip file, and `restore` beside COPY of that file and a primary key: what is to be
 * done in any case, without other tables, checksums and the start of a program.
 */
export async function benchBackup(context: BenchContext): Promise<Measurement[]> {
  const { rows, rounds } = context.plan.backup;
  const { databaseUrl } = await createCatalogue(context, DROPS, 'backups');
  const [drop = ''] = evmDrops(1);
  await loadList(context, databaseUrl, { drop, list: await writeList(context, rows), hasTree: false });
  const db = openBenchDatabase(databaseUrl, 1, STATEMENT_TIMEOUT_MS);
  try {
    await db.query('VACUUM ANALYZE');
    const files = { backup: join(context.scratch, 'backup.tar'), plain: join(context.scratch, 'wallets.copy') };
    context.progress(`Backing up and restoring ${rows} wallets …`);
    let restored = 0;
    const runs = await interleave(rounds, {
      backup: () => run(context, databaseUrl, rows, ['backup', files.backup, '--force']),
      copyOut: () => costOf(() => copyOut(db, files.plain)),
      restore: async () => {
        const url = await (await context.postgres()).createEmptyDatabase(`restored_${(restored += 1)}`);
        return run(context, url, rows, ['restore', files.backup]);
      },
      copyIn: async () => {
        const cost = await costOf(() => copyIn(db, files.plain));
        // The next backup must not contain it.
        await db.query('DROP TABLE plain_rows');
        return cost;
      },
    });
    const megabytes = async (file: string): Promise<number> => (await stat(file)).size / 1e6;
    const what = (command: string): string => `${command}, ${formatFigure(rows)} wallets`;
    const lines = (command: 'backup' | 'restore', beside: string, plain: readonly Cost[]): Measurement[] => {
      const secondsOf = (costs: readonly Cost[]): number[] => costs.map(({ seconds }) => seconds);
      const peaks = runs[command].map(({ peakMb }) => peakMb);
      return [
        {
          ...line(what(command), 's', secondsOf(runs[command]), { atMost: TIME_RATIO_MAX }),
          beside: { what: beside, rounds: secondsOf(plain) },
        },
        line(`${what(command)}: peak memory`, 'MB', peaks, { below: PEAK_MB_MAX }),
      ];
    };
    return [
      ...lines('backup', 'COPY | gzip', runs.copyOut),
      {
        ...line(what('backup'), 'MB on disk', [await megabytes(files.backup)]),
        beside: { what: 'COPY | gzip', rounds: [await megabytes(files.plain)] },
      },
      ...lines('restore', 'gunzip | COPY, primary key', runs.copyIn),
    ];
  } finally {
    await db.close();
  }
}

async function run(context: BenchContext, url: string, rows: number, args: readonly string[]): Promise<CommandRun> {
  const end = await runCommand(context, url, args);
  if (((end.result as { rows: number } | null)?.rows ?? 0) < rows)
    throw new BenchError(`droptrack ${args[0]} did not reach ${rows} rows\n${end.printed}`);
  return end;
}

function copyOut(db: Database, file: string): Promise<void> {
  const { signal } = new AbortController();
  return db.transaction((sql) =>
    pipeline(
      sql.copyOut('COPY list_rows TO STDOUT', { signal, silenceMs: SILENCE_MS }),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(file),
    ),
  );
}

function copyIn(db: Database, file: string): Promise<void> {
  return db.transaction(async (sql) => {
    await sql.query('CREATE TABLE plain_rows (LIKE list_rows)');
    const rows = createReadStream(file).pipe(createGunzip());
    await sql.copy('COPY plain_rows FROM STDIN WITH (FREEZE)', rows, STATEMENT_TIMEOUT_MS);
    await sql.query('ALTER TABLE plain_rows ADD PRIMARY KEY (list_id, wallet)');
  });
}
