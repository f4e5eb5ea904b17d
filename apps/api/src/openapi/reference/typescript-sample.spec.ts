import { sdkCalls } from './sdk-calls';
import { typescriptSample } from './typescript-sample';

const ORIGIN = 'https://api.example.com';
const sample = (method: string, path: string, body?: object | string): string => {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  return typescriptSample({ method, url: `${ORIGIN}${path}`, ...(text !== undefined && { body: text }) }, sdkCalls());
};

describe('typescriptSample', () => {
  it('prints path, numbers and lists as the arguments of the method', () => {
    expect(sample('GET', '/v1/drops?status=live%2Ctge&chain=base&sort=ev&limit=5')).toBe(
      [
        "import { Droptrack } from '@droptrack/sdk';",
        '',
        "const apiKey = process.env.DROPTRACK_API_KEY ?? '';",
        "const client = new Droptrack({ apiKey, baseUrl: 'https://api.example.com' });",
        "console.log(await client.drops.list({ status: ['live', 'tge'], chain: 'base', sort: 'ev', limit: 5 }));",
      ].join('\n'),
    );
    expect(sample('GET', '/v1/drops?status=live&chain=base&status=tge')).toContain(
      "{ status: ['live', 'tge'], chain: 'base' }",
    );
    expect(sample('GET', '/v1/drops/a%2Fb%20c/hype?window=30d')).toContain(
      "await client.drops.hype('a/b c', { window: '30d' })",
    );
  });

  it('prints bodies, and of a batch its checks', () => {
    const check = { wallet: '0x00', drop: 'linea' };
    expect(sample('POST', '/v1/eligibility', check)).toContain(
      "client.eligibility.check({ wallet: '0x00', drop: 'linea' })",
    );
    expect(sample('POST', '/v1/eligibility/batch', { checks: [check] })).toContain(
      "client.eligibility.checkBatch([{ wallet: '0x00', drop: 'linea' }])",
    );
    expect(sample('PATCH', '/v1/webhooks/wh_1', { enabled: false })).toContain(
      "client.webhooks.update('wh_1', { enabled: false })",
    );
  });

  it('iterates over snapshots', () => {
    expect(sample('GET', '/v1/snapshots/drops/linea/allocations?version=2')).toContain(
      "for await (const row of client.snapshots.allocations('linea', { version: 2 })) console.log(row);",
    );
  });

  // The page is rendered also after a request that the API rejects.
  it('prints text that is not JSON, and values that are no numbers, as text', () => {
    expect(sample('POST', '/v1/eligibility', "{'no json'")).toContain("client.eligibility.check('{\\'no json\\'')");
    expect(sample('GET', '/v1/drops?limit=many')).toContain("{ limit: 'many' }");
  });

  it('quotes text so that it stays text', () => {
    const text = `'"\\\n\${x}`;
    const printed = sample('GET', `/v1/drops?q=${encodeURIComponent(text)}`);
    const literal = /q: ('.*') \}/.exec(printed)?.[1] ?? '';
    expect(new Function(`return ${literal}`)()).toBe(text);
  });

  it('falls back to fetch for operations without a method', () => {
    expect(sample('GET', '/healthz')).toContain("fetch('https://api.example.com/healthz')");
  });

  it('uses nothing of its module, because browsers receive its source text', () => {
    const alone = new Function(`return ${String(typescriptSample)}`)() as typeof typescriptSample;
    const request = { method: 'GET', url: `${ORIGIN}/v1/me` };
    expect(alone(request, sdkCalls())).toBe(typescriptSample(request, sdkCalls()));
  });
});
