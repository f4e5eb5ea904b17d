import { benchCampaigns } from './campaigns/campaigns';
import { benchClaims } from './claims/claims';
import { benchPrepare } from './claims/prepare';
import type { BenchContext } from './context';
import { benchCost } from './cost/cost';
import { benchExplorer } from './explorer/explorer';
import { benchHttp } from './http';
import { benchLog, benchScore, benchSdk } from './libraries';
import { benchLimits } from './limits';
import { benchLists } from './lists/lists';
import { benchWallets } from './lists/wallets';
import { benchMcp } from './mcp';
import { benchPass } from './pass';
import { benchPolls } from './polls/polls';
import { benchProcesses } from './processes';
import { benchQueries } from './queries/queries';
import { benchRejections } from './rejections';
import type { Measurement } from './report/measurement';
import { benchStart } from './start';
import { benchStream } from './stream/stream';
import { benchWebhooks } from './webhooks/webhooks';
import { benchWrites } from './writes';

/** Sets its subjects up, measures them beside their yardsticks and returns the lines of the report. */
type Bench = (context: BenchContext) => Promise<Measurement[]>;

/** All benches in the order in which they run, each with its line of the usage. */
export const BENCHES = {
  http: [benchHttp, 'one list and a 304 beside bare node:http, by size of the catalogue; latency; memory'],
  queries: [benchQueries, 'lists that were never requested before, beside bare node:http'],
  processes: [benchProcesses, 'two API processes on one port, and on two, beside one'],
  limits: [benchLimits, 'a list with its buckets in Redis, beside bare Fastify with one EVALSHA'],
  rejections: [benchRejections, 'a wrong key, a key over its limit and others, beside bare node:http'],
  cost: [benchCost, 'CPU time of the API per token, route by route'],
  writes: [benchWrites, 'lists while the log grows, and the time from commit to visible'],
  log: [benchLog, 'appends to the log beside plain INSERTs'],
  pass: [benchPass, 'recompute runs of the worker over whole catalogues and over changed drops'],
  polls: [benchPolls, 'the worker at 2 000 polls a minute, also while one source hangs'],
  campaigns: [
    benchCampaigns,
    'the scan of a chain beside a bare loop of its calls, and the list of a campaign beside `lists load`',
  ],
  claims: [
    benchClaims,
    'claims that are followed, beside a bare loop of the calls and COPY; their states in the drops of a wallet, and their curve',
  ],
  prepare: [benchPrepare, 'a prepared claim beside a check with proof, and beside its bare requests to a node'],
  webhooks: [benchWebhooks, 'deliveries beside a bare loop, commit to first byte, dead endpoints, a backlog'],
  stream: [benchStream, 'commit to event at 5 000 streams, bytes beside a bare broadcast, lists beside open streams'],
  lists: [benchLists, 'a million wallets: loads, checks, ranges and exports'],
  wallets: [benchWallets, 'all drops of a wallet in one request, beside a check per drop'],
  explorer: [
    benchExplorer,
    'pages of the explorer beside bare node:http, and in a browser; the API beside a loaded site',
  ],
  mcp: [benchMcp, 'a call of a tool beside the REST response of the same data, and the API beside calls'],
  start: [benchStart, 'npm start, cold and warm, to the first response'],
  score: [benchScore, 'scoreHype on one core'],
  sdk: [benchSdk, 'a call through the SDK beside fetch, and the pages that a walk holds'],
} as const satisfies Readonly<Record<string, readonly [Bench, string]>>;

export type BenchName = keyof typeof BENCHES;

export const BENCH_NAMES = Object.keys(BENCHES) as BenchName[];
