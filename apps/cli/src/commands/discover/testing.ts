/** Candidates for the tests of the commands of discovery. */
import { type FinderId, NO_FACTS, type Sighting, type SightingFacts } from '@droptrack/discovery';
import { type Database, openDatabase, recordFound } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { recordedOutput } from '../../testing/recorded-output';
import type { DiscoverSession } from './terms';

export const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
export const TOKEN = '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';

/** Market about a launch, without a contract. */
export function marketSighting(
  slug: string,
  over: Partial<Sighting> = {},
  facts: Partial<SightingFacts> = {},
): Sighting {
  return {
    externalId: slug,
    kind: 'market',
    name: `Launch of ${slug}`,
    url: `https://polymarket.com/event/${slug}`,
    identity: { token: null, contract: null, defillama: null, market: slug },
    facts: { ...NO_FACTS, launchBy: '2027-01-01T00:00:00.000Z', ...facts },
    campaign: null,
    market: { fdvUsd: [{ above: 1e9, probability: 0.4 }], airdrop: null, launch: null, volumeUsd: 50_000 },
    ...over,
  };
}

/** Campaign on a chain, with a contract of its own. */
export function campaignSighting(
  digit: string,
  over: Partial<Sighting> = {},
  facts: Partial<SightingFacts> = {},
): Sighting {
  const contract = `0x${digit.repeat(40)}`;
  return {
    externalId: `eip155:59144:${contract}`,
    kind: 'campaign',
    name: `Campaign ${digit}`,
    url: null,
    identity: {
      token: `eip155:59144/erc20:${TOKEN}`,
      contract: `eip155:59144:${contract}`,
      defillama: null,
      market: null,
    },
    facts: {
      ...NO_FACTS,
      chain: 'linea',
      symbol: 'LNX',
      decimals: 18,
      startsAt: '2026-11-20T00:00:00.000Z',
      endsAt: '2026-12-20T00:00:00.000Z',
      wallets: 120,
      tokens: '1000',
      ...facts,
    },
    campaign: {
      protocol: 'sablier',
      version: 'v1.3',
      payment: 'instant',
      rpc: 'linea',
      chainId: 59_144,
      contract,
      factory: `0x${'9'.repeat(40)}`,
      token: TOKEN,
      blockNumber: 100,
      blockHash: `0x${'ab'.repeat(32)}`,
      createdAt: '2026-11-20T00:00:00.000Z',
      merkleRoot: `0x${'cd'.repeat(32)}`,
      treeFormat: 'openzeppelin',
      ipfsCid: 'QmPK1s3pNYLi9ERiq3BDxKa4XosgWwFRQUydHUtz4YgpqB',
      totalAmount: '1000000000000000000000',
      recipients: 120,
      claimCheck: 'hasClaimed(uint256 index) returns (bool)',
      tokenHolders: null,
    },
    market: null,
    ...over,
  };
}

/** Database of one test file, with the steps of its tests. */
export async function createDiscovery() {
  const database = await createTestDatabase();
  const db: Database = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
  return {
    db,
    /** Records sightings as a finder does. @returns the ids of new candidates, in the order of the sightings. */
    async found(source: FinderId, ...sightings: Sighting[]): Promise<number[]> {
      await recordFound(db, { source, sightings, gone: [], nowMs: NOW_MS, newPerDayMax: 100 });
      const rows = await db.query<{ id: string; candidateId: number }>(
        'SELECT external_id AS id, candidate_id AS "candidateId" FROM sightings WHERE source = $1',
        [source],
      );
      return sightings.flatMap(({ externalId }) => rows.find(({ id }) => id === externalId)?.candidateId ?? []);
    },
    async empty(): Promise<void> {
      await db.query('TRUNCATE candidates, sightings, campaign_lists, tasks CASCADE');
    },
    /** Calls a command. */
    async call<T extends object>(run: (deps: DiscoverSession) => Promise<number>, isJson = false) {
      const { output, said } = recordedOutput(isJson);
      const code = await run({ output, withDatabase: (work) => work(db), now: () => new Date(NOW_MS) });
      return { code, text: said.text, remarks: said.remarks, document: said.document as T };
    },
    async close(): Promise<void> {
      await db.close();
      await database.drop();
    },
  };
}
export type Discovery = Awaited<ReturnType<typeof createDiscovery>>;
