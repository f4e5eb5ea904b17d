import { type AgentData, createToolServer, type ToolProblem } from '@droptrack/agent-tools';
import type { ClaimAction } from '@droptrack/contracts';
import { ApiError, type Droptrack, DroptrackError, PlanRequiredError } from '@droptrack/sdk';
import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { version } from '../../../package.json';
import { EXIT } from '../../output/cli-error';
import type { ApiSession } from '../../session/session';

/**
 * Serves the tools to one client until it closes the connection, or until a stop signal.
 *
 * @param transport - carries nothing but the protocol; notes go to standard error.
 */
export async function mcp(
  _: object,
  { client, output, signal }: ApiSession,
  transport: Transport = new StdioServerTransport(),
): Promise<number> {
  const data = clientData(client, signal);
  const handle = serveStdio(() => createToolServer({ data, presentError: presentClientError, version }), {
    transport,
    maxSubscriptions: 0,
    // Messages of the library repeat names that clients send; an argument could be among them.
    onerror: ({ name }) => output.note(`A message was rejected (${name})`),
  });
  await new Promise<void>((resolve) => {
    const closeServer = transport.onclose;
    transport.onclose = () => {
      closeServer?.();
      resolve();
    };
    signal.addEventListener('abort', () => void handle.close().finally(resolve), { once: true });
  });
  return EXIT.done;
}

/** Data for the tools, from the API. @param signal - aborts the calls. */
const clientData = (client: Droptrack, signal: AbortSignal): AgentData => ({
  listDrops: async (query) => client.drops.list(query, { signal }),
  getDrop: async (id) => client.drops.get(id, {}, { signal }),
  explainDrop: async (id) => client.drops.explain(id, { signal }),
  getHype: async (id, window) => client.drops.hype(id, { window }, { signal }),
  listCalendar: async (query) => client.calendar.list(query, { signal }),
  checkEligibility: async (check) => client.eligibility.check(check, { signal }),
  listWalletDrops: async (query) => client.wallets.drops(query, { signal }),
  prepareClaim: async (body) => client.request<ClaimAction>('POST', '/v1/claims/prepare', { body, signal }),
  getKey: async () => client.me({ signal }),
  getStatus: async () => client.status({ signal }),
});

/** Error of the client as a rejection that the agent may read: also that the API is unreachable. */
function presentClientError(error: unknown): ToolProblem {
  if (error instanceof ApiError) {
    const { code, detail, message, retryAfterSeconds } = error;
    return {
      code,
      detail: detail === '' ? message : detail,
      ...(error instanceof PlanRequiredError && plansOf(error)),
      ...(retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds }),
    };
  }
  if (error instanceof DroptrackError) return { code: error.code, detail: error.message };
  return { code: 'internal_error', detail: 'The tool failed for an unexpected reason' };
}

const plansOf = ({ requiredPlan, currentPlan }: PlanRequiredError): Partial<ToolProblem> => ({
  ...(requiredPlan !== null && { required_plan: requiredPlan }),
  ...(currentPlan !== null && { current_plan: currentPlan }),
});
