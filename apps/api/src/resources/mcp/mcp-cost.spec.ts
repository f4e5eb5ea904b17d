import type { CatalogueView } from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import { countMcpTokens } from './mcp-cost';

/** View with 51 active lists. */
const view = {
  drops: { byId: [{ id: 'a', status: 'live' }] },
  listsOf: (_id: string, kind: string) => (kind === 'allocation' ? Array.from({ length: 51 }) : []),
} as unknown as CatalogueView;

const cost = (params: unknown, plan: Plan = 'pro', method = 'tools/call') =>
  countMcpTokens(Buffer.from(JSON.stringify({ method, params })), { plan, view });

describe('countMcpTokens', () => {
  // A cheaper way around the route for wallets would be used instead of it.
  it('counts a wallet against all drops as the REST route does', () => {
    expect(cost({ name: 'check_wallet', arguments: { wallet: '0x1' } })).toBe(3);
  });

  it.each([
    ['a wallet and one drop', { name: 'check_wallet', arguments: { wallet: '0x1', drop: 'a' } }, 'pro'],
    ['a plan that is rejected', { name: 'check_wallet', arguments: { wallet: '0x1' } }, 'free'],
    ['arguments that are rejected', { name: 'check_wallet', arguments: { wallet: 1 } }, 'pro'],
    ['another tool', { name: 'get_drop', arguments: { id: 'a' } }, 'pro'],
    ['a call without parameters', undefined, 'pro'],
  ] as const)('counts one token for %s', (_case, params, plan) => expect(cost(params, plan)).toBe(1));

  it.each(['{', '[]', 'null', '7', '{"method":"tools/call","params":null}'])('counts one token for %s', (text) => {
    expect(countMcpTokens(Buffer.from(text), { plan: 'pro', view })).toBe(1);
  });
});
