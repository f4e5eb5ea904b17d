import type { InjectOptions } from 'fastify';
import { h } from 'preact';
import { type AddressInfo, connect } from 'node:net';
import type { Page } from '../pages/page';
import { API_KEY, FORM, siteOf, WALLET } from './testing';

describe('bad input', () => {
  const { app } = siteOf();
  const html = async (request: InjectOptions) => {
    const response = await app.inject(request);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    return response;
  };

  it.each([
    ['a path without a page', { url: '/nothing' }, 404],
    ['a query of 10 kB', { url: `/?q=${'a'.repeat(10_000)}` }, 414],
    ['a path of 10 kB', { url: `/drops/${'a'.repeat(10_000)}` }, 414],
    ['a malformed escape', { url: '/drops/%E0%A4%A' }, 400],
    ['another method', { url: '/', method: 'DELETE' }, 405],
    ['a method that no page knows', { url: '/nothing', method: 'OPTIONS' }, 405],
    ['a form to a page without one', { url: '/about', method: 'POST', headers: FORM, payload: 'a=b' }, 405],
    ['JSON', { url: '/check', method: 'POST', headers: { 'content-type': 'application/json' }, payload: '{}' }, 415],
    ['a form without a type', { url: '/check', method: 'POST', headers: { 'content-type': '' }, payload: 'a' }, 415],
    ['an oversized form', { url: '/check', method: 'POST', headers: FORM, payload: 'a'.repeat(5_000) }, 413],
  ] as const)('rejects %s with a page', async (_, request, status) => {
    const { statusCode, body } = await html(request as InjectOptions);
    expect(statusCode).toBe(status);
    expect(body).toContain('<a href="/">');
  });

  it.each(['/drops/%00', '/?q=%00', '/?cursor=%F0%28%8C%28', '/drops/..%2f..%2fetc', `/drops/${'a'.repeat(300)}`])(
    'serves or rejects %s without failing',
    async (url) => {
      expect((await html({ url })).statusCode).toBeLessThan(500);
    },
  );

  it('responds in plain text to bytes that are no request, and to a head that is too large', async () => {
    const { app: live } = siteOf();
    await live.listen({ port: 0, host: '127.0.0.1' });
    const { port } = live.server.address() as AddressInfo;
    const send = (text: string): Promise<string> =>
      new Promise((resolve) => {
        let received = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (chunk) => (received += chunk)).on('close', () => resolve(received));
        socket.on('error', () => resolve(received));
      });
    const lines = (value: string): string =>
      `GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${Array.from({ length: 100 }, (_, n) => `x-${n}: ${value}\r\n`).join('')}\r\n`;
    try {
      expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request\r\n(.*\r\n)*\r\n400 Bad Request\n$/);
      expect(await send('BREW / HTTP/1.1\r\nhost: a\r\n\r\n')).toContain('HTTP/1.1 400');
      expect(await send(lines(''))).toContain('HTTP/1.1 200 OK');
      expect(await send(lines('200 characters.'.padEnd(200, '.')))).toContain('HTTP/1.1 431');
    } finally {
      await live.close();
    }
  });
});

describe('failures', () => {
  const Broken = (): never => {
    throw new Error(`cannot render ${WALLET}`);
  };
  const broken: Page = () => Promise.resolve({ title: 'Broken', content: h(Broken, null) });
  const failing: Page = () => Promise.reject(new Error(`cannot read ${WALLET}`));

  it.each([
    ['fails', failing],
    ['cannot be rendered', broken],
  ])('shows a page for one that %s, and logs where, without the message', async (_, page) => {
    const { app, log } = siteOf(page);
    const response = await app.inject('/');
    expect(response.statusCode).toBe(500);
    expect(response.body).toContain('This page failed');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(log()).toContain('bad-input.spec.ts');
    expect(log()).not.toContain(WALLET);
  });
});

describe('privacy', () => {
  it('logs routes without addresses, queries and forms', async () => {
    const { app, log } = siteOf(undefined, () => new TypeError(`fetch failed for ${WALLET}`));
    await app.inject(`/drops/${WALLET}?wallet=${WALLET}`);
    await app.inject(`/${WALLET}`);
    await app.inject({ method: 'POST', url: `/check?w=${WALLET}`, headers: FORM, payload: `wallet=${WALLET}` });
    expect(log()).toContain('"route":"/drops/:id"');
    expect(log()).not.toContain(WALLET);
    expect(log()).not.toContain('127.0.0.1');
  });

  it('shows its key on no page and in no header', async () => {
    const { app, log } = siteOf();
    for (const url of ['/', '/drops/linea', '/check', '/about', '/status', '/nothing']) {
      const { body, headers } = await app.inject(url);
      expect(body + JSON.stringify(headers)).not.toContain(API_KEY);
    }
    expect(log()).not.toContain(API_KEY);
  });
});
