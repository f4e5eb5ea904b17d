import { callTool } from '@droptrack/agent-tools';
import { agentData } from '@droptrack/agent-tools/testing';
import type { ClaimAction } from '@droptrack/contracts';
import { EXAMPLE_ACTION_BATCH, EXAMPLE_ACTIONS } from '../claim-calls/claim-calls.example';

const batch = EXAMPLE_ACTION_BATCH.data.filter((item): item is ClaimAction => 'status' in item);

// An agent pays for the text with each call.
it.each([...Object.values(EXAMPLE_ACTIONS), ...batch].map((action) => [action.status, action] as const))(
  'prepare_claim has a text of at most 400 tokens for the example: %s',
  async (_, action) => {
    const data = agentData({ prepareClaim: () => Promise.resolve(action) });
    const { drop, wallet } = action;
    const result = await callTool('prepare_claim', { drop, wallet }, data, () => ({ code: 'failed', detail: '' }));
    expect(result?.structuredContent).toMatchObject({ as_of: action.as_of, action: { calls: action.calls } });
    // English text has more than 3.5 characters per token.
    expect(result!.content[0]!.text.length).toBeLessThanOrEqual(400 * 3.5);
  },
);
