import { isPriceNeeded, pricedToken } from '@droptrack/catalogue';
import { createSourceHttp, type Json, type PriceReader, SourceError, type TokenPrices } from '@droptrack/sources';
import { type Database, type LeasedTask, PRICE_SOURCE, readPricedDrops } from '@droptrack/persistence';
import { hostsOfSource } from '../log/source-hosts';
import { FIRST_WAIT_MS, type PollDeps } from './poll-source';
import type { TaskSource, TaskSuccess } from './task-source';

export interface PriceDeps extends PollDeps {
  readonly db: Database;
}

/** Minute of the hour at which prices are observed, away from the full hour, at which all drops are recomputed. */
const OFFSET_MS = 20 * 60_000;

/** Prices of tokens, up to 50 in one request. The polls of all tokens are due together, once an hour. */
export function priceSource(reader: PriceReader, deps: PriceDeps): TaskSource {
  const { db, clock, dispatcher } = deps;
  const { limits, tokensMax: tasksPerRun } = reader;
  const { intervalMs } = limits;
  const hosts = hostsOfSource(deps, { source: PRICE_SOURCE });
  return {
    kind: 'poll',
    id: PRICE_SOURCE,
    limits: { ...limits, tasksPerRun, backoff: { firstMs: FIRST_WAIT_MS, maxMs: intervalMs } },
    hosts,
    run: async ({ tasks, signal, onRequest }) => {
      const http = createSourceHttp({ hosts, signal, nowMs: () => clock.now(), dispatcher, onRequest });
      const tokens = await neededTokens(db, tasks, clock.now());
      const answers = await reader.read({ tokens, http, nowMs: clock.now() });
      const nextDueMs = nextDue(clock.now(), intervalMs);
      return tasks.map((task) => successOf(task, answers, nextDueMs));
    },
    close: async () => undefined,
  };
}

/** Tokens of the drops whose price is needed now, each with the state of its poll. */
async function neededTokens(
  db: Database,
  polls: readonly LeasedTask[],
  nowMs: number,
): Promise<ReadonlyMap<string, Json | null>> {
  const dropIds = polls.map(({ subject }) => subject);
  const drops = await readPricedDrops(db, dropIds);
  const needed = drops.filter(({ definition, hasList }) => isPriceNeeded(definition, hasList, nowMs));
  const memories = new Map(polls.map(({ query, memory }) => [String(query), memory as Json]));
  const tokens = needed.flatMap(({ definition }) => pricedToken(definition) ?? []);
  return new Map(tokens.map((token) => [token, memories.get(token) ?? null]));
}

/** Result of one token, which is the query of its poll; one whose price is not needed was not asked for. */
function successOf(
  { subject: dropId, query, memory }: LeasedTask,
  answers: TokenPrices,
  nextDueMs: number,
): TaskSuccess | SourceError {
  const token = String(query);
  const answer = answers.get(token) ?? null;
  if (answer instanceof SourceError) return answer;
  const kept = answer?.memory ?? (memory as Json);
  const price = answer?.price ?? null;
  if (price === null) return { result: {}, memory: kept, nextDueMs };
  const { usd: value, observedAtMs, url } = price;
  const observation = { dropId, kind: 'price_usd', value, token, url, observedAtMs } as const;
  return { result: { observations: [observation] }, memory: kept, nextDueMs };
}

/** The next common instant that is at least half an interval ahead. */
const nextDue = (nowMs: number, intervalMs: number): number =>
  Math.ceil((nowMs + intervalMs / 2 - OFFSET_MS) / intervalMs) * intervalMs + OFFSET_MS;
