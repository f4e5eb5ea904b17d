import type { Answering } from './fake-server';

/** Several sources behind one address: `/defillama/protocol/lido` is `/protocol/lido` of the one mounted as `defillama`. */
export function mounted(sources: Readonly<Record<string, Answering>>): Answering {
  return (asked) => {
    const [, name = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/.exec(asked.url.pathname) ?? [];
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    if (source === undefined) return null;
    const url = new URL(asked.url);
    url.pathname = rest;
    return source({ ...asked, url });
  };
}
