import { ApiKeyRepository } from '@droptrack/persistence';
import { PLAN_TERMS } from '@droptrack/contracts';
import type { BenchContext } from '../context';
import type { ChildProgram } from '../process/child-program';
import type { SubscribedEndpoints } from '../webhooks/endpoints';
import type { ClientsRequest, ClientsResult } from './clients-main';

/** Open streams on loopback, in a process of their own. */
export class Streams {
  private constructor(private readonly program: ChildProgram) {}

  static async open(context: BenchContext, port: number, keys: readonly string[], count: number): Promise<Streams> {
    const program = await context.startChild('The clients of streams', 'stream-clients', [], 'load');
    const streams = new Streams(program);
    await streams.#request({ type: 'open', port, keys, count });
    return streams;
  }

  /** Waits until every stream has received an event, from before its publication on. */
  until(id: number): Promise<ClientsResult> {
    return this.#request({ type: 'await', id });
  }

  async close(): Promise<void> {
    await this.#request({ type: 'close' });
    await this.program.stop();
  }

  #request(request: ClientsRequest): Promise<ClientsResult> {
    return this.program.request(request);
  }
}

/** Issues as many keys as a number of streams needs. */
export async function issueKeys({ db }: SubscribedEndpoints, streams: number): Promise<string[]> {
  const keys = new ApiKeyRepository(db);
  const secrets: string[] = [];
  while (secrets.length * PLAN_TERMS.scale.streams < streams) {
    const terms = { plan: 'scale', label: 'bench', requestsPerMinute: 10_000_000 } as const;
    secrets.push((await keys.issue(terms)).secret);
  }
  return secrets;
}
