import { benchBackup } from './backup/backup';
import { benchCampaigns } from './campaigns/campaigns';
import type { BenchContext } from './context';
import { benchCost } from './cost';
import { benchExpectedValue } from './expected-value';
import { benchExplorer } from './explorer/explorer';
import { benchFeed } from './feed';
import { benchFold } from './fold';
import { benchHttp } from './http';
import { benchLatency } from './latency';
import { benchLimits } from './limits';
import { benchLists } from './lists/lists';
import { benchLog } from './log';
import { benchMcp } from './mcp/mcp';
import { benchParquet } from './parquet/parquet';
import { benchPass } from './pass';
import { benchPolls } from './polls/polls';
import { benchProcesses } from './processes';
import { benchQueries } from './queries/queries';
import { benchReadings } from './readings/readings';
import type { Measurement } from './report/measurement';
import { benchRange } from './range/range';
import { benchScore } from './score';
import { benchSdk } from './sdk/sdk';
import { benchStart } from './start';
import { benchStream } from './stream/stream';
import { benchWallets } from './wallets/wallets';
import { benchWebhooks } from './webhooks/webhooks';
import { benchWrites } from './writes';

/** Sets its subjects up, measures them beside their yardsticks and returns the lines of the report. */
export type Bench = (context: BenchContext) => Promise<Measurement[]>;

/** All benches in the order in which they run, each with its line of the usage. */
export const BENCHES = {
  http: [benchHttp, 'one list and a 304 beside bare node:http and a conventional service, by catalogue size; memory'],
  queries: [benchQueries, 'lists that were never requested before, beside bare node:http'],
  processes: [benchProcesses, 'two API processes on one port, and on two, beside one'],
  limits: [benchLimits, 'a list with its buckets in Redis, beside bare Fastify with one EVALSHA'],
  cost: [benchCost, 'CPU time of the API per token, route by route'],
  latency: [benchLatency, 'latency at 70 % of the top rate, beside bare node:http'],
  writes: [benchWrites, 'lists while the log grows, and the time from commit to visible'],
  log: [benchLog, 'appends to the log beside plain INSERTs, and the follower'],
  pass: [benchPass, 'recompute runs of the worker over whole catalogues and over changed drops'],
  readings: [benchReadings, 'signals import beside COPY'],
  polls: [benchPolls, 'the worker at 2 000 polls a minute, also while one source hangs'],
  campaigns: [
    benchCampaigns,
    'the scan of a chain beside a bare loop of its calls, and the list of a campaign beside `lists load`',
  ],
  webhooks: [benchWebhooks, 'deliveries beside a bare loop, commit to first byte, dead endpoints, a backlog'],
  stream: [benchStream, 'commit to event at 5 000 streams, bytes beside a bare broadcast, lists beside open streams'],
  lists: [benchLists, 'lists load, eligibility checks and exports of a million wallets'],
  parquet: [benchParquet, 'snapshots pull --parquet beside the pull of NDJSON, and its memory for ten million wallets'],
  backup: [benchBackup, 'backup and restore of a million wallets beside plain COPY'],
  wallets: [benchWallets, 'all drops of a wallet in one request, beside a check per drop'],
  range: [benchRange, 'all rows of a prefix, without and with proofs, beside a bare range scan'],
  feed: [benchFeed, 'a calendar feed of 300 events, warm, unchanged and cold, beside bare node:http'],
  explorer: [
    benchExplorer,
    'pages of the explorer beside bare node:http, and in a browser; the API beside a loaded site',
  ],
  mcp: [benchMcp, 'a call of a tool beside the REST response of the same data, the API beside calls, and tokens'],
  start: [benchStart, 'npm start, cold and warm, to the first response'],
  score: [benchScore, 'scoreHype on one core'],
  value: [benchExpectedValue, 'expectedValueUsd on one core'],
  fold: [benchFold, 'pages of the view and folds of revisions, in memory'],
  sdk: [benchSdk, 'a call through the SDK beside fetch, and the memory of walks'],
} as const satisfies Readonly<Record<string, readonly [Bench, string]>>;

export type BenchName = keyof typeof BENCHES;

export const BENCH_NAMES = Object.keys(BENCHES) as BenchName[];
