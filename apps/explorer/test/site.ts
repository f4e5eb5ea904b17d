import { isSampleDropId } from '@droptrack/contracts';
import { Droptrack, type Drop } from '@droptrack/sdk';
import type { RunningService } from './running-service';

/** Addresses of the site that tests open. */
export interface Site {
  readonly url: string;
  /** Client with the plan of the explorer. */
  readonly client: Droptrack;
  /** A sample drop with a list, and a wallet of the list. */
  readonly sample: { readonly drop: string; readonly wallet: string };
  readonly drops: readonly Drop[];
  /** Path and query of one of {@link PATHS}. */
  pathOf(template: string): string;
}

/** At least one path per route, and the pages of errors. */
export const PATHS = [
  '/',
  '/?status=upcoming&sort=ev',
  '/?sample=all',
  '/?sample=true',
  '/?q=there-is-no-such-drop',
  '/drops/{sample}',
  '/drops/{real}',
  '/calendar',
  '/calendar?view=month',
  '/outcomes',
  '/check',
  '/check?drop={sample}',
  '/developers',
  '/about',
  '/status',
  '/drops/there-is-no-such-drop',
  '/there-is-no-such-page',
] as const;

/** Finds drops to open on a running service. */
export async function openSite({ urls }: RunningService): Promise<Site> {
  const client = new Droptrack({ apiKey: urls.demo_keys.scale, baseUrl: urls.api_url });
  const drops = await client.drops.list({ limit: 100 }).toArray({ limit: 1_000 });
  const real = drops.find(({ id, ev_usd: { p50 } }) => !isSampleDropId(id) && p50 !== null);
  if (real === undefined) throw new Error('The demo has no real drop with a value');
  return {
    url: urls.explorer_url,
    client,
    sample: urls.demo_example,
    drops,
    pathOf: (template) => template.replace('{sample}', urls.demo_example.drop).replace('{real}', real.id),
  };
}
