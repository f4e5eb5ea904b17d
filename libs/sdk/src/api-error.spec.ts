import * as fc from 'fast-check';
import { toApiError } from './api-error';
import { ApiError, AuthenticationError, NotFoundError, PlanRequiredError, RateLimitError } from './index';

const from = (status: number, body: unknown, around: { retryAfter?: string; requestId?: string } = {}) =>
  toApiError(body, { status, kind: 'empty', requestId: null, retryAfter: null, ...around });

describe('ApiError', () => {
  it('has the members of the problem', () => {
    const errors = [{ parameter: 'limit', code: 'range', detail: 'must be from 1 to 100' }];
    const type = 'https://api.example.com/problems/invalid-parameter';
    const detail = 'limit must be an integer from 1 to 100';
    const error = from(400, { type, status: 400, detail, code: 'invalid_parameter', request_id: 'req_1', errors });
    expect(error).toMatchObject({ status: 400, code: 'invalid_parameter', type, detail, requestId: 'req_1', errors });
    expect(error.message).toBe('400 invalid_parameter: limit must be an integer from 1 to 100');
    expect(error.retryAfterSeconds).toBeNull();
  });

  it.each([
    [401, 'expired_api_key', AuthenticationError],
    [403, 'plan_required', PlanRequiredError],
    [404, 'drop_not_found', NotFoundError],
    [429, 'rate_limited', RateLimitError],
    [418, 'of_the_future', ApiError],
  ])('of status %i and code %s has its class', (status, code, kind) => {
    const error = from(status, { code });
    expect(error.constructor).toBe(kind);
    expect(error).toMatchObject({ name: kind.name, code });
  });

  it('contains the required plan and the current plan', () => {
    const error = from(403, { code: 'plan_required', required_plan: 'pro', current_plan: 'free' });
    expect(error).toMatchObject({ requiredPlan: 'pro', currentPlan: 'free' });
  });

  it('contains the delay of Retry-After in seconds, and the request id of the headers', () => {
    const error = from(503, '', { retryAfter: '3', requestId: 'req_2' });
    expect(error).toMatchObject({ code: 'unknown', retryAfterSeconds: 3, requestId: 'req_2', type: null, errors: [] });
    expect(error.message).toBe('503 unknown: the response is empty, not a problem of the API');
  });

  // A proxy in front of the API responds with bodies of its own.
  it('accepts any body', () => {
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ code: fc.jsonValue(), detail: fc.jsonValue(), errors: fc.jsonValue(), request_id: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), body, (status, value) => {
        const error = from(status, value);
        expect([typeof error.code, typeof error.detail, Array.isArray(error.errors)]).toEqual([
          'string',
          'string',
          true,
        ]);
        expect(error.requestId === null || typeof error.requestId === 'string').toBe(true);
      }),
    );
  });
});
