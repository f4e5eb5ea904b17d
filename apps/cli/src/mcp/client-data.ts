import type { AgentData, ToolProblem } from '@droptrack/agent-tools';
import { ApiError, type Droptrack, DroptrackError, PlanRequiredError } from '@droptrack/sdk';

/** Data for the tools, from the API. @param signal - aborts the calls. */
export const clientData = (client: Droptrack, signal: AbortSignal): AgentData => ({
  listDrops: async (query) => client.drops.list(query, { signal }),
  getDrop: async (id) => client.drops.get(id, {}, { signal }),
  explainDrop: async (id) => client.drops.explain(id, { signal }),
  getHype: async (id, window) => client.drops.hype(id, { window }, { signal }),
  listCalendar: async (query) => client.calendar.list(query, { signal }),
  checkEligibility: async (check) => client.eligibility.check(check, { signal }),
  listWalletDrops: async (query) => client.wallets.drops(query, { signal }),
  getKey: async () => client.me({ signal }),
  getStatus: async () => client.status({ signal }),
});

/** Error of the client as a rejection that the agent may read: also that the API is unreachable. */
export function presentClientError(error: unknown): ToolProblem {
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
