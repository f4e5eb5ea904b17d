import type { SourceHttp } from '../http/source-http';
import { SourceError } from '../source-error';
import { respondingNode } from './responding-node';

/** HTTP client to which only these hosts respond, and the URLs that it was asked for. */
function httpOf(responding: readonly string[]) {
  const asked: string[] = [];
  const json = async (url: string) => {
    asked.push(url);
    if (!responding.includes(url)) throw new SourceError('network', 'no connection');
    return { kind: 'response', body: { jsonrpc: '2.0', id: 1, result: '0x1' } };
  };
  return { asked, http: { json } as unknown as SourceHttp };
}

it('is the first node that responds', async () => {
  const { asked, http } = httpOf(['http://b', 'http://c']);
  expect(await respondingNode(http, ['http://a', 'http://b', 'http://c'], 'linea')).toBe('http://b');
  expect(asked).toEqual(['http://a', 'http://b']);
});

it('is the last node without asking it, also the only one', async () => {
  const { asked, http } = httpOf([]);
  expect(await respondingNode(http, ['http://a', 'http://b'], 'linea')).toBe('http://b');
  expect(await respondingNode(http, ['http://c'], 'linea')).toBe('http://c');
  expect(asked).toEqual(['http://a']);
});
