import { FEATURES, PLANS } from '@droptrack/contracts';
import { z } from 'zod';
import { defineTool } from '../agent-tool';
import { phrases } from '../figures';
import { asOf } from '../members';

export const getStatus = defineTool({
  name: 'get_status',
  title: 'Get the status',
  description: 'Plan and remaining tokens of the API key, age of the data, sources that fail. 1 token.',
  input: z.strictObject({}),
  facts: z.strictObject({
    as_of: asOf,
    plan: z.enum(PLANS),
    features: z.array(z.enum(FEATURES)),
    /** Tokens of the rate limit: per window, and left. */
    tokens: z.strictObject({ limit: z.int(), window_seconds: z.int(), remaining: z.int() }),
    delay_seconds: z.int(),
    /** Sources that do not respond as they should. Absent while their reports cannot be read. */
    failing_sources: z.array(z.string()).optional(),
    version: z.string(),
  }),
  answer: async (data) => {
    const [key, status] = await Promise.all([data.getKey(), data.getStatus()]);
    const failing = status.sources?.filter((source) => source.status === 'failing' || source.status === 'degraded');
    const facts = {
      as_of: status.as_of,
      plan: key.plan,
      features: key.features,
      tokens: key.rate_limit,
      delay_seconds: key.data_delay_seconds,
      ...(failing !== undefined && { failing_sources: failing.map(({ id }) => id) }),
      version: status.version,
    };
    const { plan, features, tokens, delay_seconds: delay, failing_sources: sources } = facts;
    const text = [
      phrases(
        `Plan ${plan}`,
        `${tokens.remaining} of ${tokens.limit} tokens left, refilled within ${tokens.window_seconds} s`,
      ),
      `Data as of ${facts.as_of}${delay === 0 ? '' : `, ${delay} s behind by plan`}.`,
      `Wallet checks: ${features.includes('eligibility') ? 'included' : 'need the plan pro'}.`,
      sources === undefined
        ? 'The state of the sources is unknown.'
        : `Sources with problems: ${sources.length === 0 ? 'none' : sources.join(', ')}.`,
    ].join('\n');
    return { text, facts };
  },
});
