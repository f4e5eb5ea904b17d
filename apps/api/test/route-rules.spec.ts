import { Controller, Get } from '@nestjs/common';
import { RequiresPlan } from '../src/platform/auth/requires-plan.decorator';
import { Deprecated } from '../src/platform/versioning/deprecated.decorator';
import { createBareApi } from './bare-api';

@Controller('v1/examples')
class ExamplesController {
  @Get('old')
  @Deprecated({
    deprecatedAt: '2026-01-01T00:00:00Z',
    sunsetAt: '2027-01-01T00:00:00Z',
    guide: 'https://docs.example.com/old',
  })
  old(): { ok: true } {
    return { ok: true };
  }

  @Get('paid')
  @RequiresPlan('pro')
  paid(): { ok: true } {
    return { ok: true };
  }
}

const DEPRECATION_HEADERS = {
  deprecation: '@1767225600',
  sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
  link: '<https://docs.example.com/old>; rel="deprecation"; type="text/html"',
};

describe('decorators of routes', () => {
  let nowMs = Date.parse('2026-12-31T23:59:59.999Z');
  let api: Awaited<ReturnType<typeof createBareApi>>;
  beforeAll(async () => {
    api = await createBareApi([ExamplesController], () => nowMs);
  });
  afterAll(() => api.stop());

  it('Deprecated: announces the sunset in every response, and returns 410 after it', async () => {
    const before = await api.get('/v1/examples/old');
    expect([before.statusCode, before.headers]).toEqual([200, expect.objectContaining(DEPRECATION_HEADERS)]);
    nowMs += 1;
    const after = await api.get('/v1/examples/old');
    expect([after.statusCode, after.json<{ code: string }>().code]).toEqual([410, 'endpoint_sunset']);
    expect(after.headers).toMatchObject(DEPRECATION_HEADERS);
  });

  it('RequiresPlan: rejects a lower plan with both plans, before other checks', async () => {
    const response = await api.server.inject({
      url: '/v1/examples/paid?colour=red',
      headers: { authorization: `Bearer dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc`, accept: 'text/html' },
    });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'plan_required', required_plan: 'pro', current_plan: 'free' });
  });
});
