import { DROP_SORTS, DROP_STATUSES, SEARCH_LENGTH } from '@droptrack/contracts';
import { z } from 'zod';
import { defineTool } from '../agent-tool';
import { dropFacts, dropFactsOf, dropLine } from '../drop-facts';
import { counted, known, UNKNOWN_IS_NOT_NO } from '../figures';
import { asOf, chainId, cursor, limit, sample, samplesLeftOut } from '../members';

export const findDrops = defineTool({
  name: 'find_drops',
  title: 'Find drops',
  description:
    'Lists airdrops and other token distributions with hype, expected value (EV), cost, ratings. 1 token. No result: none in this catalogue matches.',
  input: z.strictObject({
    q: z
      .string()
      .min(SEARCH_LENGTH.min)
      .max(SEARCH_LENGTH.max)
      .describe('part of the name or id, or of the token symbol')
      .optional(),
    status: z.enum(DROP_STATUSES).describe('announced, running, or past token launch').optional(),
    chain: chainId.optional(),
    sample,
    sort: z.enum(DROP_SORTS).default('hype'),
    limit,
    cursor: cursor.optional(),
  }),
  facts: z.strictObject({ as_of: asOf, drops: z.array(dropFacts), next_cursor: z.string().optional() }),
  answer: async (data, query) => {
    const page = await data.listDrops(known(query));
    const facts = { as_of: page.as_of, drops: page.data.map(dropFactsOf), ...known({ next_cursor: page.next_cursor }) };
    const lines = [
      `${counted(facts.drops.length, 'drop')} as of ${page.as_of}${samplesLeftOut(query.sample)}, amounts in USD. ${UNKNOWN_IS_NOT_NO}`,
      ...facts.drops.map(dropLine),
      ...(page.next_cursor === null ? [] : [`More: cursor ${page.next_cursor}`]),
    ];
    return { text: lines.join('\n'), facts };
  },
});
