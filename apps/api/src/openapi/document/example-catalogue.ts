import {
  type CalendarEventBody,
  type DropBody,
  emptyView,
  foldRevisions,
  type OutcomeDefinition,
  type Revision,
} from '@droptrack/catalogue';
import { SAMPLE_CLAIM, SAMPLE_DROP } from '@droptrack/webhooks/samples';
import { DropsService } from '../../resources/drops/drops.service';
import { ListDropsDto } from '../../resources/drops/drops.dto';
import { checkQuery } from '../../platform/input/check-query';
import type { DataResponse } from '../../platform/responses/response-writer';
import { LiveCatalogue } from '../../catalogue/live-catalogue';

/** Base URL of the examples; every deployment has its own. */
export const PUBLIC_URL = 'https://api.example.com';

/** Instant of all example requests. */
export const EXAMPLE_AS_OF = '2026-08-22T10:00:00.000Z';
/** Caller of all example requests. */
export const EXAMPLE_VIEWER = { plan: 'pro' } as const;
/** Example in the format of generated request ids. */
export const EXAMPLE_REQUEST_ID = 'req_J8sK2mQx000042';

/** Drop with a high hype score and no announced facts. */
const BASE: DropBody = {
  id: 'base',
  name: 'Base',
  chain: 'base',
  status: 'upcoming',
  hype_score: 58,
  hype_delta_7d: 0,
  hype_confidence: 0.41,
  rating: { reward: null, legit: 91, difficulty: null },
  ev_usd: { p50: null, p10: null, p90: null, basis: null },
  snapshot: { block: null, date: null },
  cost_usd: null,
};

const METAMASK: DropBody = {
  id: 'metamask',
  name: 'MetaMask',
  chain: 'ethereum',
  status: 'upcoming',
  hype_score: 51,
  hype_delta_7d: -4,
  hype_confidence: 0.55,
  rating: { reward: 38, legit: 88, difficulty: 25 },
  ev_usd: { p50: 41.2, p10: 3.85, p90: 440.9, basis: 'forecast' },
  snapshot: { block: null, date: null },
  cost_usd: 4,
};

/** Past drop with an outcome. */
const ARBITRUM: DropBody = {
  id: 'arbitrum',
  name: 'Arbitrum',
  chain: 'arbitrum',
  chain_id: 42_161,
  symbol: 'ARB',
  token: 'eip155:42161/erc20:0x912CE59144191C1204E64559FE8253a0e49E6548',
  status: 'tge',
  hype_score: 40,
  hype_delta_7d: 1,
  hype_confidence: 0.62,
  rating: { reward: 74, legit: 90, difficulty: 30 },
  ev_usd: { p50: 1_640, p10: 940, p90: 4_510 },
  snapshot: { block: null, date: '2023-02-06T00:00:00.000Z' },
  launch_at: '2023-03-23T00:00:00.000Z',
  claim: { opens_at: '2023-03-23T13:00:00.000Z', closes_at: '2023-09-24T00:00:00.000Z', state: 'expired' },
  tokens: '1162166000',
  wallets: 625_143,
  cost_usd: 3,
};

const closeOn = (day: string, value: number) => ({
  value,
  source: { kind: 'dataset' as const, url: 'https://prices.example/ARBUSDT.csv', at: day },
});

const ARBITRUM_OUTCOME: OutcomeDefinition = {
  openedAt: '2023-03-23T13:00:00.000Z',
  openingUsd: closeOn('2023-03-23', 1.3217),
  day1Usd: closeOn('2023-03-24', 1.2727),
  day7Usd: closeOn('2023-03-30', 1.3796),
  day30Usd: closeOn('2023-04-22', 1.4652),
  day90Usd: closeOn('2023-06-21', 1.1405),
  highUsd: closeOn('2024-01-11', 2.2587),
  claimedShare: null,
};

/** Tentative event with the precision of a quarter. */
const METAMASK_TGE: CalendarEventBody = {
  id: 'cal_90b7e2d46c1f38a5e7d2',
  drop: 'metamask',
  drop_name: 'MetaMask',
  chain: 'ethereum',
  type: 'tge',
  title: 'Token launch',
  starts_at: '2026-10-01T00:00:00.000Z',
  ends_at: null,
  precision: 'quarter',
  status: 'tentative',
  block: null,
  phase: null,
  url: null,
  source: { kind: 'reported', url: 'https://news.example/metamask-token', observed_at: '2026-08-02T00:00:00.000Z' },
  sequence: 0,
};

/** The log has the time of a change beside its body. */
function bodyWithoutTime<Data extends { readonly updated_at: string }>({ updated_at: _, ...body }: Data) {
  return body;
}

/** Revisions of the example log, oldest first; the last two are those of the sample events. */
const WRITTEN = [
  { entity: 'definition', body: { id: 'arbitrum', definition: { outcome: ARBITRUM_OUTCOME } } },
  { entity: 'definition', body: { id: 'linea', definition: { links: { site: 'https://linea.build' } } } },
  { entity: 'drop', body: ARBITRUM },
  { entity: 'drop', body: METAMASK },
  { entity: 'calendar_event', body: METAMASK_TGE },
  { entity: 'drop', body: BASE },
  { entity: 'calendar_event', body: bodyWithoutTime(SAMPLE_CLAIM) },
  { entity: 'drop', body: bodyWithoutTime(SAMPLE_DROP) },
] as const;
const HOUR_MS = 3_600_000;

/** Small catalogue from which the services create the examples in the same way as responses. */
export function exampleCatalogue(): LiveCatalogue {
  const lastMs = Date.parse(SAMPLE_DROP.updated_at);
  const revisions = WRITTEN.map(({ entity, body }, index): Revision => {
    const recordedAtMs = lastMs - (WRITTEN.length - 1 - index) * HOUR_MS;
    return { seq: index + 1, recordedAtMs, entity, id: body.id, body: body as Revision['body'] };
  });
  const catalogue = new LiveCatalogue(() => 0);
  const confirmation = { seq: revisions.length, asOfMs: Date.parse(EXAMPLE_AS_OF), clockSkewMs: 0 };
  catalogue.start(foldRevisions(emptyView, revisions));
  catalogue.confirmed(confirmation);
  return catalogue;
}

/** Parsed body of a response. */
export const bodyOf = <Body>({ body, asOfMs }: DataResponse): Body =>
  JSON.parse(body.at(asOfMs).bytes.toString('utf8')) as Body;

/** Query of the page to which the example headers belong. */
export const EXAMPLE_PAGE_QUERY = 'status=upcoming&limit=2';
const page = new DropsService(exampleCatalogue()).list(EXAMPLE_VIEWER, checkQuery(EXAMPLE_PAGE_QUERY, ListDropsDto));

/** Headers of the first page of the example list. */
export const EXAMPLE_PAGE = {
  etag: page.body.etag,
  nextPath: page.body.nextPath ?? '',
  asOf: EXAMPLE_AS_OF,
} as const;
