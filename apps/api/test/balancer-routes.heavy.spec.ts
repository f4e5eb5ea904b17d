import { Cleanup } from '../../../tools/test/cleanup';
import {
  API_HOST,
  type Balancer,
  type BalancerName,
  describeWithBalancers,
  EXPLORER_HOST,
  startBalancer,
} from './balancers';
import { dropDefinition } from './definitions';
import { documentedRequests, filledPath, neighbouringPaths } from './documented-requests';
import { comparable, exchange, type SentRequest } from './exchange';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';
import { formerMessage, modernMessage } from './mcp-messages';
import { explorerOn, startTwo } from './rolling-restart';
import { webhookTerms } from './webhook-terms';

const BALANCERS: readonly BalancerName[] = ['nginx', 'haproxy', 'caddy'];
/** Ids that are given to an account. */
const ID = /(feed|dtf|wh)_\w{20,}/g;
const JSON_TYPE = { 'content-type': 'application/json' };
/** Paths of the explorer, and some that it does not have. */
const PAGES = [
  ...['/', '/drops/linea', '/calendar', '/calendar.ics', '/check', '/about', '/status', '/healthz', '/readyz'],
  ...['/drops', '/drops/', '/drops/linea/', '/calendar/', '/check/', '/assets', '/assets/', '/assets/none.css'],
];

describe.each(BALANCERS)('%s with its file of deploy/', (name) => {
  describeWithBalancers(name)('passes requests on, and responses back', () => {
    const cleanup = new Cleanup();
    let [api, direct, site, balancer]: [TestApi, string, string, Balancer] = [null!, '', '', null!];
    beforeAll(async () => {
      const webhooks = webhookTerms({ endpointsMax: 20 });
      api = await startApi([dropDefinition('linea')], { webhooks, trustedProxies: ['127.0.0.1'] });
      await cleanup.push(() => api.stop());
      await publishList(api.db, 'linea', { [evmWallet('1')]: 5n, [evmWallet('d')]: 7n });
      await api.caughtUp();
      direct = await api.listen();
      const port = Number(new URL(direct).port);
      const key = await issueKey();
      const [explorer, other] = await startTwo(cleanup, (own) => explorerOn(own, port, key));
      site = `http://127.0.0.1:${explorer.port}`;
      balancer = await startBalancer(name, { api: [port, port], explorer: [explorer.port, other.port] });
      await cleanup.push(() => balancer.stop());
    });
    afterAll(async () => expect(await cleanup.run()).toEqual([]));

    const issueKey = async () => (await api.issueKey('scale', { requestsPerMinute: 1_000_000 })).secret;

    /** The address for clients, and the one for the explorer on the machine of the balancer. */
    const apiOrigins = () => [balancer.origin, balancer.localOrigin].filter((origin) => origin !== null);

    /** Every request of the document with an account of its own; its calendar and its endpoint exist. */
    async function documented(): Promise<readonly SentRequest[]> {
      const own = { host: API_HOST, authorization: `Bearer ${await issueKey()}` };
      const create = async (path: string, body: object) => {
        const headers = { ...own, ...JSON_TYPE };
        const { text } = await exchange(direct, { method: 'POST', path, headers, body: JSON.stringify(body) });
        return JSON.parse(text) as { readonly id: string; readonly url: string };
      };
      const calendar = await create('/v1/calendars', {});
      const endpoint = await create('/v1/webhooks', { url: 'https://hooks.example/droptrack', events: ['*'] });
      const given = {
        '/v1/calendars id': calendar.id,
        '/v1/calendars token': calendar.url.replaceAll(/^.*dtf_|\.ics$/g, ''),
        '/v1/webhooks id': endpoint.id,
      };
      const requests = documentedRequests().map(({ method, template, body }) => ({
        method,
        path: filledPath(template, given),
        headers: { ...own, ...(body !== undefined && JSON_TYPE) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }));
      const reads = requests.filter(({ method }) => method === 'GET').flatMap(({ path }) => variantsOf(path, own));
      return [...reads, ...requests];
    }

    it('for every request of openapi.json, also compressed, as HEAD and as OPTIONS', async () => {
      const expected = await responsesTo(direct, await documented());
      expect(Object.keys(expected).length).toBeGreaterThan(150);
      for (const origin of apiOrigins()) expect(await responsesTo(origin, await documented())).toEqual(expected);
    });

    // nginx redirects a path to the same one with a slash, if a rule of its file begins with that.
    it('for paths beside those of openapi.json', async () => {
      const own = { host: API_HOST, authorization: `Bearer ${await issueKey()}` };
      const paths = [...neighbouringPaths().map((path) => filledPath(path, {})), '//v1/drops', '/v1/drops/%2e%2e/me'];
      const requests = paths.flatMap((path) =>
        ['GET', 'POST'].map((method) => ({ method, path, headers: own, ...(method === 'POST' && { body: '{}' }) })),
      );
      const expected = await responsesTo(direct, requests);
      for (const origin of apiOrigins()) expect(await responsesTo(origin, requests)).toEqual(expected);
    });

    it('for messages of agents', async () => {
      const { headers, body } = modernMessage('tools/list');
      const types = { ...JSON_TYPE, accept: 'application/json, text/event-stream' };
      const own = { host: API_HOST, authorization: `Bearer ${await issueKey()}` };
      const requests = [
        { method: 'POST', path: '/mcp', headers: { ...own, ...types, ...headers }, body },
        { method: 'POST', path: '/mcp', headers: { ...own, ...types }, body: formerMessage('tools/list').body },
        { method: 'GET', path: '/mcp', headers: own },
      ];
      expect(await responsesTo(balancer.origin, requests)).toEqual(await responsesTo(direct, requests));
    });

    it('for pages of the explorer', async () => {
      const own = { host: EXPLORER_HOST };
      const form = { ...own, 'content-type': 'application/x-www-form-urlencoded', origin: `https://${EXPLORER_HOST}` };
      const requests = [
        ...PAGES.flatMap((path) => [{ method: 'GET', path, headers: own }, ...variantsOf(path, own)]),
        { method: 'POST', path: '/check', headers: form, body: `drop=linea&wallet=${evmWallet('d')}` },
        { method: 'POST', path: '/check', headers: { ...form, origin: 'https://other.example' }, body: 'drop=linea' },
      ];
      expect(await responsesTo(balancer.origin, requests)).toEqual(await responsesTo(site, requests));
    });
  });
});

/** Requests for the same path in other forms: compressed, as `HEAD` and as `OPTIONS`. */
const variantsOf = (path: string, headers: Readonly<Record<string, string>>): readonly SentRequest[] => [
  ...['gzip', 'br'].map((coding) => ({ method: 'GET', path, headers: { ...headers, 'accept-encoding': coding } })),
  { method: 'HEAD', path, headers },
  { method: 'OPTIONS', path, headers },
];

/** Responses by request, which are comparable with those of another account from another origin. */
async function responsesTo(origin: string, requests: readonly SentRequest[]): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {};
  for (const request of requests) {
    const { method, path, body = '', headers = {} } = request;
    const line = `${method} ${path} ${body} ${headers['accept-encoding'] ?? ''}`.replaceAll(ID, '$1_<id>');
    responses[line] = comparable(await exchange(origin, request));
  }
  return responses;
}
