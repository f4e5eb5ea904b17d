import { genuineClaim } from '@droptrack/claim-calls/testing';
import { scripted } from '../../test/scripted';
import { InvalidClaimError, verifyClaim } from '../claims';

const { action, expectation } = genuineClaim('uniswap');
const claim = { drop: 'linea', wallet: expectation.wallet };

describe('claims', () => {
  it('prepares one claim, and several in one request', async () => {
    const { client, urls, requests } = scripted([Response.json(action), Response.json({ data: [action] })]);
    expect(await client.claims.prepare({ ...claim, accept_forgone: true })).toEqual(action);
    expect((await client.claims.prepareBatch([claim])).data).toEqual([action]);
    expect(urls.map((url) => new URL(url).pathname)).toEqual(['/v1/claims/prepare', '/v1/claims/prepare/batch']);
    expect(requests.map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
      { ...claim, accept_forgone: true },
      { claims: [claim] },
    ]);
  });

  it('are verified, or rejected with an error that has a code and no wallet', () => {
    expect(verifyClaim(action, expectation).target).toBe('stated');
    const other = { ...expectation, wallet: `0x${'12'.repeat(20)}` };
    const rejected = () => verifyClaim(action, other);
    expect(rejected).toThrow(InvalidClaimError);
    expect(rejected).toThrow(
      expect.objectContaining({ code: 'wallet_differs', message: expect.not.stringContaining('0x') as string }),
    );
  });

  // An action without calls is no failure of the service, but there is nothing to sign.
  it('have no calls unless they are ready, and are rejected as such', () => {
    const claimed = { ...action, status: 'claimed', calls: [], expects: [] } as const;
    expect(() => verifyClaim({ ...claimed, calls: [], expects: [] }, expectation)).toThrow('not_ready');
  });
});
