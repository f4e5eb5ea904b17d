import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVettedAgent } from '@droptrack/egress';
import type { Hash } from '@droptrack/eligibility';
import { bulkHash, type ListEntry } from '@droptrack/eligibility/formats';
import { findCampaignList } from '@droptrack/finders';
import { type MadeUpCampaign, makeUpCampaign } from '@droptrack/finders/testing';
import { type Database, type ListLoad, type ListRow, loadList } from '@droptrack/persistence';
import { openListFiles } from '../../../apps/cli/src/commands/lists/files/open-list-files';
import { parseColumns } from '../../../apps/cli/src/commands/lists/files/reading-terms';
import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { evmDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { elapsedMs, interleave } from '../interleave';
import { listening } from '../child-program';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';

const ROUNDS = 5;
const NOTHING_ALLOWED = { allowInsecure: false, allow: [] } as const;

interface Subject {
  readonly db: Database;
  readonly drop: string;
  readonly hash: Hash;
  readonly made: MadeUpCampaign;
}

/** A campaign's list from its content id to active, beside `lists load` of the same file without the start of the program. */
export async function benchCampaignLists(context: BenchContext): Promise<Measurement[]> {
  const recipients = context.sizes(100_000, 1_000);
  context.progress('Loading the list of a campaign …');
  const { databaseUrl } = await createCatalogue(context, 4, 'campaign_lists');
  const [drop = ''] = evmDrops(1);
  const db = openBenchDatabase(databaseUrl);
  const made = makeUpCampaign(recipients);
  const file = join(context.scratch, 'campaign.json');
  await writeFile(file, made.file);
  const gateway = createServer((_, response) => response.end(made.file));
  const url = `http://127.0.0.1:${await listening(gateway)}`;
  try {
    const subject = { db, drop, made, hash: await bulkHash() };
    const campaign = () => timed(db, () => fromGateway(subject, url));
    const plain = () => timed(db, () => fromFile(subject, file));
    // The first round of each includes compilation.
    await campaign();
    await plain();
    const measured = await interleave(context.rounds(ROUNDS), { campaign, plain });
    return [
      {
        what: `list of ${formatFigure(recipients)} recipients, from its content id to active`,
        unit: 'ms',
        rounds: measured.campaign,
        beside: { what: '`lists load` of the file', rounds: measured.plain },
        target: { atMost: 1.5 },
      },
    ];
  } finally {
    gateway.close();
    await db.close();
  }
}

async function fromGateway({ db, drop, hash, made }: Subject, url: string): Promise<void> {
  const dispatcher = createVettedAgent(NOTHING_ALLOWED, { origins: [url] });
  const { signal } = new AbortController();
  const found = await findCampaignList(made.campaign, { gateways: [url], dispatcher, signal, limits: {}, hash });
  await loadList(db, loadOf({ drop, hash, made }, { rows: () => found.rows(), sha256: () => found.sha256 }));
  await found.close();
  await dispatcher.destroy();
}

async function fromFile({ db, drop, hash, made }: Subject, path: string): Promise<void> {
  const options = { format: 'sablier', columns: parseColumns(null), needsAmounts: true, unit: 'base' } as const;
  const read = { ...options, isPart: false, onProgress: () => undefined };
  const files = await openListFiles([{ path, file: path }], read);
  const rows: ListLoad['rows'] = (definition) => rowsOf(files.entries(definition));
  await loadList(db, loadOf({ drop, hash, made }, { rows, sha256: () => files.sha256() }));
  await files.close();
}

const loadOf = (
  { drop, hash, made }: Pick<Subject, 'drop' | 'hash' | 'made'>,
  read: Pick<ListLoad, 'rows' | 'sha256'>,
): ListLoad => ({
  ...{ dropId: drop, kind: 'allocation', url: null, nowMs: Date.now(), ...read },
  tree: { format: 'openzeppelin', expectRoot: made.campaign.merkleRoot, hash },
});

async function* rowsOf(entries: AsyncIterable<readonly ListEntry[]>): AsyncGenerator<readonly ListRow[]> {
  for await (const batch of entries) {
    yield batch.map(({ line, wallet, amount, index }) => ({ line, wallet: wallet.bytes, amount, index }));
  }
}

async function timed(db: Database, work: () => Promise<void>): Promise<number> {
  await db.query('DELETE FROM lists');
  await db.query('TRUNCATE list_rows, list_nodes');
  await db.query('CHECKPOINT');
  return elapsedMs(work);
}
