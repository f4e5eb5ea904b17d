import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVettedAgent } from '@droptrack/egress';
import type { Hash } from '@droptrack/eligibility';
import { bulkHash, type ListEntry } from '@droptrack/eligibility/formats';
import { findCampaignList } from '@droptrack/finders';
import { type Database, type ListLoad, type ListRow, loadList } from '@droptrack/persistence';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { openListFiles } from '../../../apps/cli/src/lists/open-list-files';
import { parseColumns } from '../../../apps/cli/src/lists/reading-terms';
import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { madeUpDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';

const CID = 'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR';
const NOTHING_ALLOWED = { allowInsecure: false, allow: [] } as const;

interface Subject {
  readonly db: Database;
  readonly drop: string;
  readonly hash: Hash;
  readonly list: { readonly root: string; readonly total: string; readonly text: string };
}

/** A campaign's list from its content id to active, beside `lists load` of the same file without the start of the program. */
export async function benchCampaignLists(context: BenchContext): Promise<Measurement[]> {
  const { recipients, rounds } = context.plan.campaigns;
  context.progress('Loading the list of a campaign …');
  const { databaseUrl } = await createCatalogue(context, 4, 'campaign_lists');
  const drop = madeUpDrops(0, 4, Date.now()).find(({ chain }) => chain.value !== 'solana')?.id ?? '';
  const db = openBenchDatabase(databaseUrl);
  const list = listOf(recipients);
  const file = join(context.scratch, 'campaign.json');
  await writeFile(file, list.text);
  const gateway = createServer((_, response) => response.end(list.text));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  try {
    const subject = { db, drop, list, hash: await bulkHash() };
    const campaign = () => timed(db, () => fromGateway(subject, recipients, url));
    const plain = () => timed(db, () => fromFile(subject, file));
    // The first round of each includes compilation.
    await campaign();
    await plain();
    const measured = await interleave(rounds, { campaign, plain });
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

async function fromGateway({ db, drop, hash, list }: Subject, recipients: number, url: string): Promise<void> {
  const dispatcher = createVettedAgent(NOTHING_ALLOWED, { origins: [url] });
  const campaign = { treeFormat: 'openzeppelin', merkleRoot: list.root, totalAmount: list.total, recipients } as const;
  const { signal } = new AbortController();
  const found = await findCampaignList(
    { ...campaign, ipfsCid: CID },
    { gateways: [url], dispatcher, signal, limits: {}, hash },
  );
  await loadList(db, loadOf({ drop, hash, list }, { rows: () => found.rows(), sha256: () => found.sha256 }));
  await found.close();
  await dispatcher.destroy();
}

async function fromFile({ db, drop, hash, list }: Subject, path: string): Promise<void> {
  const options = { format: 'sablier', columns: parseColumns(null), needsAmounts: true, unit: 'base' } as const;
  const read = { ...options, isPart: false, onProgress: () => undefined };
  const files = await openListFiles([{ path, file: path }], read);
  const rows: ListLoad['rows'] = (definition) => rowsOf(files.entries(definition));
  await loadList(db, loadOf({ drop, hash, list }, { rows, sha256: () => files.sha256() }));
  await files.close();
}

const loadOf = (
  { drop, hash, list }: Pick<Subject, 'drop' | 'hash' | 'list'>,
  read: Pick<ListLoad, 'rows' | 'sha256'>,
): ListLoad => ({
  ...{ dropId: drop, kind: 'allocation', url: null, nowMs: Date.now(), ...read },
  tree: { format: 'openzeppelin', expectRoot: list.root, hash },
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
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** File of a campaign as it is published in IPFS, with its tree. */
function listOf(recipients: number): Subject['list'] {
  const rows = Array.from({ length: recipients }, (_, index) => ({
    address: `0x${createHash('sha256').update(`recipient ${index}`).digest('hex').slice(0, 40)}`,
    amount: String(BigInt(index + 1) * 10n ** 15n),
  }));
  const leaves = rows.map(({ address, amount }, index) => [String(index), address, amount]);
  const tree = StandardMerkleTree.of(leaves, ['uint', 'address', 'uint256']);
  const total = String(rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
  const stated = { root: tree.root, total_amount: total, number_of_recipients: recipients };
  const text = JSON.stringify({ merkle_tree: JSON.stringify(tree.dump()), ...stated, recipients: rows });
  return { root: tree.root, total, text };
}
