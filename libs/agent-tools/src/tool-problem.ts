import type { Plan } from '@droptrack/contracts';

/** Rejection of a tool call that the agent can act on. Neither `code` nor `detail` contains an argument. */
export interface ToolProblem {
  /** Problem code of the API, or of its client. */
  readonly code: string;
  /** One sentence. */
  readonly detail: string;
  readonly required_plan?: Plan;
  readonly current_plan?: Plan;
  /** Seconds after which the same call can succeed. */
  readonly retry_after_seconds?: number;
}

/** Rejection by a tool itself. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  constructor(readonly problem: ToolProblem) {
    super(problem.detail);
  }
}
