import { generateApiKey } from '@droptrack/persistence';
import { HttpClient } from '../load/client';
import { getRequest } from '../load/requests';
import type { HttpResponse } from '../load/response';
import type { RunningProgram } from '../processes/server-process';
import type { BenchContext } from './context';
import type { Catalogue } from './data/catalogue';
import { loadInterleaved, LoadProcess, type LoadRun, repeatedChanging } from './load/load-process';
import { LIVE_DROPS } from './load/requests';
import { compareRates, type Measurement, type Target } from './report/measurement';
import { startApi, startBare } from './servers';

/** Networks from which keys fail, behind a proxy: those of loopback have no limit. */
const NETWORKS = Array.from({ length: 100 }, (_, n) => `X-Forwarded-For: 198.51.100.${n}`);
const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1', FAILED_KEY_LIMIT: '100000' };
const CHEAP: Target = { atLeast: 0.6 };

interface Rejection {
  readonly status: number;
  /** Requested in turn. */
  readonly requests: readonly string[];
}

/** Rejections by the API, each beside bare node:http that sends the same response. */
export async function benchRejections(context: BenchContext): Promise<Measurement[]> {
  const catalogue = await context.catalogues.of(context.plan.drops.small);
  const api = await startApi(context, catalogue, ENVIRONMENT);
  const rejections = rejectionsOf(catalogue);
  const load = await LoadProcess.start(context);
  const runs: Record<string, LoadRun> = {};
  const bare: RunningProgram[] = [];
  for (const [what, { status, requests }] of Object.entries(rejections)) {
    const [first = ''] = requests;
    const server = await startBare(context, await firstRejection(api, first));
    bare.push(server);
    const subject = { requests: repeatedChanging(...requests), status };
    runs[`bare ${what}`] = load.of({ ...subject, server });
    runs[what] = load.of({ ...subject, server: api, ...(status === 429 && { otherStatus: 200 }) });
  }
  const { rounds } = await loadInterleaved(context, runs);
  for (const each of [api, load, ...bare]) await each.stop();
  const of = (name: string) => rounds[name] ?? [];
  return Object.keys(rejections).flatMap((what) =>
    compareRates({ what, rounds: of(what) }, { what: 'bare node:http', rounds: of(`bare ${what}`) }, CHEAP),
  );
}

function rejectionsOf({ key, delayedKey }: Catalogue): Readonly<Record<string, Rejection>> {
  const [wrong, malformed] = [generateApiKey(), 'x'].map((failing) =>
    NETWORKS.map((network) => getRequest(LIVE_DROPS, failing, [network])),
  );
  return {
    '429, a key over its limit': { status: 429, requests: [getRequest(LIVE_DROPS, delayedKey)] },
    '401, a key that does not exist': { status: 401, requests: wrong ?? [] },
    '401, no well-formed key': { status: 401, requests: malformed ?? [] },
    '404, no such path': { status: 404, requests: [getRequest('/wp-login.php', key)] },
    '404, no such drop': { status: 404, requests: [getRequest('/v1/drops/nope', key)] },
    '400, an unknown parameter': { status: 400, requests: [getRequest('/v1/drops?colour=red', key)] },
  };
}

/** The first rejection of a request, which a key has some tokens for. */
async function firstRejection({ port }: RunningProgram, request: string): Promise<HttpResponse> {
  const client = new HttpClient({ port });
  let response = await client.send(request);
  while (response.status < 400) response = await client.send(request);
  client.close();
  return response;
}
