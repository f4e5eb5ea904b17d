import type { Problem } from '@droptrack/contracts';
import type { Answer } from '../wire/answer';
import { Client } from '../wire/client';
import { ConnectionLostError } from '../wire/connection';

/** Why a request may go to another instance: it was not taken, or refused by one that is stopping. */
export type PassedOn = 'refused' | 'closed' | 'stopping';

const STOPPING = 'This instance is shutting down';

/** One instance as a balancer sees it. */
export class Backend {
  readonly #client: Client;

  constructor(port: number) {
    this.#client = new Client(port);
  }

  /**
   * The answer, or why the request can be passed on.
   *
   * @throws {ConnectionLostError} when the connection ended within an answer.
   */
  async ask(request: string): Promise<Answer | PassedOn> {
    try {
      const answer = await this.#client.ask(request);
      return isStopping(answer) ? 'stopping' : answer;
    } catch (error) {
      if (!(error instanceof ConnectionLostError) || error.when === 'reading') throw error;
      return error.when === 'connecting' ? 'refused' : 'closed';
    }
  }

  close(): void {
    this.#client.close();
  }
}

function isStopping(answer: Answer): boolean {
  return answer.status === 503 && answer.json<Problem>().detail === STOPPING;
}
