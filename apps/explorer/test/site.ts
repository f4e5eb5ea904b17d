import { Droptrack, type Drop } from '@droptrack/sdk';
import { PAGES } from '../src/pages/routes';
import type { RunningService } from './running-service';

/** Addresses of the site that tests open. */
export interface Site {
  readonly url: string;
  /** Client with the plan of the explorer. */
  readonly client: Droptrack;
  /** A sample drop with a list, and a wallet of the list. */
  readonly sample: { readonly drop: string; readonly wallet: string };
  readonly drops: readonly Drop[];
  /** One path per route, and more of the same route where it has several forms. */
  readonly paths: readonly string[];
}

/** Paths of the routes with parameters. */
const pathsOf = (route: string, sample: string, real: string | undefined): string[] => {
  if (route === '/') return ['/', '/?status=upcoming&sort=ev', '/?q=there-is-no-such-drop'];
  if (route === '/drops/:id') return [`/drops/${sample}`, ...(real === undefined ? [] : [`/drops/${real}`])];
  if (route === '/check') return ['/check', `/check?drop=${sample}`];
  return [route];
};

/** Finds drops to open on a running service. */
export async function openSite({ urls }: RunningService): Promise<Site> {
  const client = new Droptrack({ apiKey: urls.demo_keys.scale, baseUrl: urls.api_url });
  const drops = await client.drops.list({ limit: 100 }).toArray({ limit: 1_000 });
  const real = drops.find(({ id, ev_usd: { p50 } }) => !id.startsWith('sample-') && p50 !== null);
  const paths = Object.keys(PAGES).flatMap((route) => pathsOf(route, urls.demo_example.drop, real?.id));
  return {
    url: urls.explorer_url,
    client,
    sample: urls.demo_example,
    drops,
    paths: [...paths, '/drops/there-is-no-such-drop', '/there-is-no-such-page'],
  };
}
