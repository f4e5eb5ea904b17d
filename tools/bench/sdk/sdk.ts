import type { BenchContext } from '../context';
import { ChildProgram } from '../process/child-program';
import { line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import type { CallRound, SdkJob, SdkResult } from './client-main';
import { PAGE_DROPS } from './made-up-drop';

/** A call through the client beside bare `fetch` and `JSON.parse`, and the memory of a walk over all drops. */
export async function benchSdk(context: BenchContext): Promise<Measurement[]> {
  const { plan, cores, cleanup, progress } = context;
  progress('Calls and walks through the SDK …');
  const { drops } = plan.sdk;
  const server = await context.startServer({
    name: 'The server of drops',
    entry: context.program('sdk-drops'),
    args: [String(drops)],
  });
  const nodeArgs = ['--expose-gc', context.program('sdk-client')];
  const options = { name: 'The process that uses the client', nodeArgs, core: cores?.load ?? null };
  const client = await ChildProgram.start(options, cleanup);
  const job: SdkJob = { port: server.port, ...plan.sdk };
  const result = await client.request<SdkResult>(job);
  await client.stop();
  await server.stop();
  return [...reportCalls(result), ...reportWalks(result, drops)];
}

function reportCalls({ client, bare }: SdkResult): Measurement[] {
  const compare = (unit: string, figure: (round: CallRound) => number): Measurement => ({
    ...line('drops.get of the SDK', unit, client.map(figure), { atMost: 1.25 }),
    beside: { what: 'fetch and JSON.parse', rounds: bare.map(figure) },
  });
  return [
    compare('µs/call', ({ calls, elapsedMs }) => (1_000 * elapsedMs) / calls),
    compare('CPU µs/call', ({ calls, cpuMs }) => (1_000 * cpuMs) / calls),
  ];
}

function reportWalks({ walks, pageBytes }: SdkResult, drops: number): Measurement[] {
  const walk = `walk over ${formatFigure(drops)} drops`;
  const target = { atMost: 2 } as const;
  const pagesHeld = walks.map((one) => one.pagesHeld);
  const grownKb = walks.map(({ grownBytes }) => grownBytes / 1_000);
  return [
    line(`${walk}: pages held at most`, 'pages', pagesHeld, target),
    {
      ...line(`${walk}: growth of the heap`, 'kB', grownKb, target),
      beside: { what: `a page of ${PAGE_DROPS}`, rounds: walks.map(() => pageBytes / 1_000) },
    },
  ];
}
