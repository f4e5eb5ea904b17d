import type { Json, SourceHttp } from '@droptrack/sources';
import { Agent, request } from 'undici';
import { evmCampaignsFinders } from '../../../libs/finders/src/evm-campaigns/evm-campaigns';
import { finderRun } from '@droptrack/sources/testing';
import type { BenchContext } from '../context';
import { elapsedMs, interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { benchCampaignLists } from './lists';

const RUNS_MAX = 1_000;
const ROUNDS = 5;

/** A first scan of a chain beside a bare loop of the same RPC calls, and the list of a campaign beside `lists load`. */
export async function benchCampaigns(context: BenchContext): Promise<Measurement[]> {
  const { logs, campaigns } = context.sizes({ logs: 1_000_000, campaigns: 1_000 }, { logs: 10_000, campaigns: 50 });
  context.progress('Scanning a chain …');
  const node = await context.serve('node', 'serveChain', logs, campaigns);
  const url = `http://127.0.0.1:${node.port}`;
  const calls: string[] = [];
  // The first scan states the calls, and includes compilation.
  await scan(url, campaigns, calls);
  const agent = new Agent();
  const variants = {
    finder: () => elapsedMs(() => scan(url, campaigns, null)),
    bare: () => elapsedMs(() => bareLoop(agent, url, calls)),
  };
  const { finder, bare } = await interleave(context.rounds(ROUNDS), variants);
  await agent.close();
  await node.stop();
  return [
    {
      what: `scan of ${formatFigure(logs)} logs with ${formatFigure(campaigns)} campaigns, ${calls.length} calls`,
      unit: 'ms',
      rounds: finder,
      beside: { what: 'bare loop of the calls', rounds: bare },
      target: { atMost: 2 },
    },
    ...(await benchCampaignLists(context)),
  ];
}

/** Runs a new finder until it has found all campaigns. @param calls - receives the bodies of the requests; null for none. */
async function scan(url: string, campaigns: number, calls: string[] | null): Promise<void> {
  const settings = { rpcUrls: new Map([['ethereum', [url]]]), factoriesFile: null, lookbackDays: 30 };
  const [finder] = evmCampaignsFinders(settings);
  const found = new Set<string>();
  let memory: Json | null = null;
  for (let runs = 0; found.size < campaigns; runs += 1) {
    if (finder === undefined || runs === RUNS_MAX) throw new Error(`only ${found.size} campaigns were found`);
    const run = finderRun({ nowMs: Date.now(), memory });
    const result = await finder.read({ ...run, http: calls === null ? run.http : recorded(run.http, calls) });
    for (const { externalId } of result.sightings) found.add(externalId);
    memory = result.memory;
  }
}

const recorded = (http: SourceHttp, calls: string[]): SourceHttp => ({
  ...http,
  json: (url, options) => {
    calls.push(JSON.stringify(options?.json));
    return http.json(url, options);
  },
});

async function bareLoop(dispatcher: Agent, url: string, calls: readonly string[]): Promise<void> {
  for (const body of calls) {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await response.body.json();
  }
}
