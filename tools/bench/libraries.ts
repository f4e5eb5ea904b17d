import { appendsPerSecond } from '../../libs/persistence/bench/append';
import { scoresPerSecond } from '../../libs/scoring/bench/score';
import type { BenchContext } from './context';
import { createDrafts } from './data/drops';
import { openBenchDatabase } from './data/postgres';
import { interleave } from './interleave';
import { beside, line, type Measurement } from './report/measurement';
import { formatFigure } from './report/report';

const WRITERS = [1, 8, 32] as const;
const DRAFTS = 1_000;
/** Rounds of calls that do not count: compilation and connections. */
const WARM_UP_ROUNDS = 5;

/** Scores of one drop on one core, beside those of the ruleset before. */
export async function benchScore({ plan }: BenchContext): Promise<Measurement[]> {
  const variants = {
    score: () => scoresPerSecond('2026.4', plan.roundMs / 2),
    before: () => scoresPerSecond('2026.3', plan.roundMs / 2),
  };
  // The first round includes compilation.
  await interleave(1, variants);
  const { score, before } = await interleave(plan.rounds, variants);
  const scoreLine = line('scoreHype by 2026.4, ten signals and 56 days', 'scores/s', score);
  return [
    { ...scoreLine, target: { atLeast: 15_000 } },
    { ...scoreLine, beside: { what: 'ruleset 2026.3', rounds: before } },
  ];
}

/** Appends to the log, one row a transaction, beside plain rows. */
export async function benchLog(context: BenchContext): Promise<Measurement[]> {
  const db = openBenchDatabase(await (await context.postgres()).createDatabase('bench_log'), Math.max(...WRITERS));
  const drafts = createDrafts(DRAFTS, Date.now());
  const durationMs = context.plan.roundMs / 2;
  const variants = WRITERS.flatMap((writers) =>
    (['log', 'plain'] as const).map((to) => {
      return [`${writers} ${to}`, () => appendsPerSecond(db, drafts, { to, writers, durationMs })] as const;
    }),
  );
  await interleave(1, Object.fromEntries(variants));
  const rounds = await interleave(context.plan.rounds, Object.fromEntries(variants));
  await db.close();
  return WRITERS.map((writers) =>
    beside(
      line(`log: appends, writers: ${writers}`, 'rows/s', rounds[`${writers} log`] ?? []),
      'plain INSERT',
      rounds[`${writers} plain`] ?? [],
    ),
  );
}

/** A call through the SDK beside bare `fetch` and `JSON.parse`, and the pages that a walk over all drops holds. */
export async function benchSdk(context: BenchContext): Promise<Measurement[]> {
  const drops = context.sizes(10_000, 300);
  const [server, client] = [await context.startChild('sdk', 'servers'), await context.startChild('sdk', 'load')];
  const port = await server.call('serveDrops', drops);
  const measure = (by: 'client' | 'fetch') => () => client.call('cpuMicrosOfCall', port, by, context.plan.roundMs / 2);
  const variants = { ours: measure('client'), bare: measure('fetch') };
  await interleave(context.rounds(WARM_UP_ROUNDS), variants);
  const { ours, bare } = await interleave(context.plan.rounds, variants);
  const { held } = await interleave(context.rounds(WARM_UP_ROUNDS), { held: () => client.call('pagesHeld', port) });
  await client.stop();
  await server.stop();
  return [
    beside(line('drops.get of the SDK', 'CPU µs/call', ours, { atMost: 1.25 }), 'fetch and JSON.parse', bare),
    line(`walk over ${formatFigure(drops)} drops: pages held at most`, 'pages', held, { atMost: 2 }),
  ];
}
