import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../process/bench-error';
import { nodeOnCore } from '../process/cores';
import { startServer, stopProcess } from '../process/server-process';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { PAGE_DROPS, type CallRound, type SdkJob, type SdkReply, type SdkResult } from './sdk-job';

const TARGET = { atMost: 1.25 } as const;

/** A call through the client beside bare `fetch` and `JSON.parse`, and what a walk over all drops holds in memory. */
export async function benchSdk(context: BenchContext): Promise<Measurement[]> {
  const { plan, programs, cores, cleanup, progress } = context;
  progress('Calls and walks through the SDK …');
  const { drops } = plan.sdk;
  const server = await startServer(
    {
      name: 'the server of drops',
      entry: join(programs, 'sdk-drops.cjs'),
      args: [String(drops)],
      core: cores?.servers ?? null,
    },
    cleanup,
  );
  const result = await runClient(context, { port: server.port, ...plan.sdk });
  await server.stop();
  return [...reportCalls(result), ...reportWalks(result, drops)];
}

async function runClient({ programs, cores, cleanup }: BenchContext, job: SdkJob): Promise<SdkResult> {
  const nodeArgs = ['--enable-source-maps', '--expose-gc', join(programs, 'sdk-client.cjs')];
  const { command, args } = nodeOnCore(cores?.load ?? null, nodeArgs);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await cleanup.push(() => stopProcess(child));
  const reply = await new Promise<SdkReply>((resolve) => {
    child.once('message', (message: SdkReply) => resolve(message));
    child.once('close', () => resolve({ type: 'failed', reason: 'The process that uses the client ended' }));
    child.send(job);
  });
  await stopProcess(child);
  if (reply.type === 'failed') throw new BenchError(reply.reason);
  return reply.result;
}

function reportCalls({ client, bare }: SdkResult): Measurement[] {
  const line = (unit: string, figure: (round: CallRound) => number): Measurement => ({
    bench: 'sdk',
    what: 'drops.get of the SDK',
    unit,
    rounds: client.map(figure),
    beside: { what: 'fetch and JSON.parse', rounds: bare.map(figure) },
    target: TARGET,
  });
  return [
    line('µs/call', ({ calls, elapsedMs }) => (1_000 * elapsedMs) / calls),
    line('CPU µs/call', ({ calls, cpuMs }) => (1_000 * cpuMs) / calls),
  ];
}

function reportWalks({ walks, pageBytes }: SdkResult, drops: number): Measurement[] {
  const walk = `walk over ${formatFigure(drops)} drops`;
  const target = { atMost: 2 } as const;
  return [
    { bench: 'sdk', what: `${walk}: held at most`, unit: 'pages', rounds: walks.map((one) => one.pagesHeld), target },
    {
      bench: 'sdk',
      what: `${walk}: what the heap grows by`,
      unit: 'kB',
      rounds: walks.map(({ grownBytes }) => grownBytes / 1_000),
      beside: { what: `a page of ${PAGE_DROPS}`, rounds: walks.map(() => pageBytes / 1_000) },
      target,
    },
  ];
}
