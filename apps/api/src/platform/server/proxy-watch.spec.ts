import type { IncomingMessage } from 'node:http';
import { createLogger } from '../logging/logger';
import { watchForProxies } from './proxy-watch';

const HTTP = { host: '127.0.0.1', port: 3000, corsOrigins: [], trustedProxies: [], connectionsMax: 10 };

describe('watchForProxies', () => {
  let lines: string[] = [];
  beforeEach(() => (lines = []));
  const watch = (over: object) => {
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    return watchForProxies({ ...HTTP, publicUrl: 'http://localhost:3000', ...over }, logger);
  };
  const request = (remoteAddress: string, headers: object) =>
    ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

  it('reports at start that only a proxy on this machine can be in front', () => {
    watch({ publicUrl: 'https://api.example.com' });
    expect(lines).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
  });

  it.each([
    ['the demo', {}],
    ['a service that listens to all', { host: '0.0.0.0', publicUrl: 'https://api.example.com' }],
    ['a proxy that is trusted', { publicUrl: 'https://api.example.com', trustedProxies: ['127.0.0.1'] }],
  ])('says nothing at start of %s', (_, over) => {
    watch(over);
    expect(lines).toEqual([]);
  });

  it('reports a proxy on this machine once, at its first request', () => {
    const look = watch({ host: '0.0.0.0' })!;
    look(request('127.0.0.1', {}));
    look(request('203.0.113.7', { 'x-forwarded-for': '198.51.100.1' }));
    expect(lines).toEqual([]);
    look(request('::1', { 'x-forwarded-for': '198.51.100.1' }));
    look(request('127.0.0.1', { forwarded: 'for=198.51.100.1' }));
    expect(lines).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
    expect(lines.join('')).not.toContain('198.51.100.1');
  });
});
