import type { DropDefinition, Fact, Provenance } from '@droptrack/catalogue';
import type { DropExplanation } from '@droptrack/contracts';
import { exampleDrop, exampleState } from '../hype/hype.example';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { presentExplanation } from './explain.presenter';

const DOCS: Provenance = { kind: 'official', url: 'https://linea.example/docs', at: '2026-08-01' };
const REPORT: Provenance = { kind: 'reported', url: 'https://news.example/linea-airdrop', at: '2026-07-19' };

const sourced = <T>(value: T, source: Provenance | null = DOCS): Fact<T> => ({ value, source });

/** Definition of the example: most facts are official, some reported, and its backers have not been assessed. */
const LINEA: DropDefinition = {
  id: 'linea',
  name: 'Linea',
  chain: sourced('linea'),
  token: { symbol: sourced('LINEA'), decimals: sourced(18), address: null },
  wallets: null,
  status: null,
  snapshot: { block: sourced(21_450_000), date: sourced('2026-07-10T00:00:00.000Z') },
  distribution: { tokens: null, wallets: null, totalSupply: sourced('72009990000') },
  links: { site: 'https://linea.example', docs: 'https://linea.example/docs' },
  sources: { defillama: 'linea' },
  events: [],
  value: {
    fdvUsd: sourced([5e8, 4e9], REPORT),
    supplyShare: sourced([0.05, 0.12]),
    eligibleWallets: sourced([1e5, 6e5], REPORT),
    allocation: sourced('points'),
    haircut: null,
    probability: sourced(0.7, null),
    priceUsd: null,
  },
  cost: { gasUsd: sourced(9), feesUsd: sourced(3.5), capitalUsd: sourced(0), days: sourced(0), subscriptionsUsd: null },
  effort: {
    minutes: sourced(90),
    tasks: sourced(5),
    identity: sourced(false),
    recurring: sourced(true),
    technical: null,
  },
  legit: {
    team: { score: 1, url: 'https://linea.example/team', checkedAt: '2026-08-01' },
    audits: { score: 0.9, url: 'https://linea.example/audits', checkedAt: '2026-08-01', note: 'Three audit reports' },
    use: { score: 0.9, url: 'https://data.example/linea', checkedAt: '2026-08-01' },
    progress: { score: 0.9, url: 'https://linea.example/changelog', checkedAt: '2026-01-15' },
    rules: { score: 0.9, url: 'https://linea.example/docs', checkedAt: '2026-08-01' },
  },
  caps: [],
  notes: 'The share for users was announced with the token; the number of wallets is what the press reports.',
};

/** Definition of the drop of most examples. */
export const exampleDefinition = (): DropDefinition => LINEA;

/** Example response. */
export function exampleExplanation(): DropExplanation {
  const basis = { atMs: Date.parse(EXAMPLE_AS_OF), list: null };
  const body = presentExplanation(exampleDrop(), exampleState(), { origin: 'catalogue', definition: LINEA }, basis, []);
  return { ...body, as_of: EXAMPLE_AS_OF };
}
