import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { BROWSER_PATH, freePort } from '@droptrack/program/testing';
import type * as Sdk from '@droptrack/sdk';
import type * as Esbuild from 'esbuild';
import { type Browser, launchBrowser, type Page } from '../../../tools/browser/browser';
import { skipBecause } from '../../../tools/test/debian-programs';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { describeWithNginx, NginxServer } from './nginx-server';
import { heads, storedEvents } from './stream-log';
import { until } from './until';

const ROOT = join(__dirname, '../../..');
const { build } = createRequire(createRequire(__filename).resolve('tsup'))('esbuild') as typeof Esbuild;
/** Skips the tests where no browser is installed, except in CI, where a missing one fails. */
const describeInChromium =
  BROWSER_PATH !== undefined || process.env['CI'] === 'true'
    ? describeWithNginx
    : skipBecause('no browser is installed');

/** The part of a page's globals that the tests use. */
interface PageGlobals {
  sdk: typeof Sdk;
  ids: string[];
  drops: string[];
  isClosed: boolean;
  EventSource: new (url: string) => { addEventListener(type: string, listen: (event: { data: string }) => void): void };
}

describeInChromium('the stream in Chromium', () => {
  let api: TestApi;
  let apiUrl: string;
  let pages: Server;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
    await once(pages.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${portOf(pages)}`;
    api = await startApi([dropDefinition('linea')], { corsOrigins: [origin] });
    await publishAllEvents(api.db);
    apiUrl = await api.listen();
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(origin);
  });
  afterAll(async () => {
    await browser.close();
    pages.close();
    await api.stop();
  });

  const write = async (...ids: string[]) => {
    await api.apply([dropDefinition('linea'), ...ids.map((id) => dropDefinition(id))]);
    await publishAllEvents(api.db);
  };
  const idsAfter = async (seq: number) =>
    (await storedEvents(api.db)).filter((row) => row.seq > seq).map(({ id }) => id);
  const idsIn = (tab: Page) => tab.evaluate(() => (globalThis as unknown as PageGlobals).ids);
  const openStreams = async () => /^droptrack_streams (\d+)$/m.exec(await api.metrics())?.[1];

  it('is read by its EventSource through nginx, which adds the key, over a lost connection', async () => {
    const { published } = await heads(api.db);
    const port = await freePort();
    const configuration = `server {
      listen 127.0.0.1:${port};
      location = / { default_type text/html; return 200 '<!doctype html>'; }
      location /stream { proxy_pass ${apiUrl}/v1/stream; proxy_set_header Authorization "Bearer ${api.keys.pro}"; }
    }`;
    let nginx = await NginxServer.start(configuration);
    const tab = await browser.newPage();
    try {
      await until(async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) !== null);
      await tab.goto(`http://127.0.0.1:${port}/`);
      await tab.evaluate((after) => {
        const globals = globalThis as unknown as PageGlobals;
        globals.ids = [];
        const source = new globals.EventSource(`/stream?type=drop.*&after=${after}`);
        for (const type of ['drop.created', 'drop.archived'])
          source.addEventListener(type, ({ data }) => globals.ids.push(JSON.parse(data).id));
      }, published);
      await write('zora', 'base');
      const before = await idsAfter(published);
      await until(async () => (await idsIn(tab)).length === before.length);
      await nginx.stop();
      await write('scroll');
      nginx = await NginxServer.start(configuration);
      const all = await idsAfter(published);
      expect(all.length).toBeGreaterThan(before.length);
      await until(async () => (await idsIn(tab)).length === all.length);
      expect(await idsIn(tab)).toEqual(all);
    } finally {
      await tab.close();
      await nginx.stop();
    }
    await until(async () => (await openStreams()) === '0');
  });

  it('is followed by the SDK from another origin, until the loop ends', async () => {
    const bundle = await build({
      stdin: { contents: `export * from '@droptrack/sdk';`, resolveDir: ROOT },
      tsconfig: join(ROOT, 'tsconfig.base.json'),
      ...({ bundle: true, write: false, format: 'iife', globalName: 'sdk', platform: 'browser' } as const),
    });
    await page.addScriptTag({ content: bundle.outputFiles[0]!.text });
    await page.evaluate(
      ({ apiKey, baseUrl }) => {
        const globals = globalThis as unknown as PageGlobals;
        const client = new globals.sdk.Droptrack({ apiKey, baseUrl, dangerouslyAllowBrowser: true });
        const follow = async () => {
          for await (const { drops } of client.drops.follow()) {
            globals.drops = [...drops.keys()].sort();
            if (drops.has('last')) break;
          }
        };
        follow().then(
          () => (globals.isClosed = true),
          (error: unknown) => (globals.drops = [String(error)]),
        );
      },
      { apiKey: api.keys.pro, baseUrl: apiUrl },
    );
    const dropsIn = () => page.evaluate(() => (globalThis as unknown as PageGlobals).drops ?? []);
    await until(async () => (await dropsIn()).length > 0);
    await write('mantle', 'blast');
    await until(async () => (await dropsIn()).join() === 'blast,linea,mantle');
    expect(await openStreams()).toBe('1');
    await write('last');
    await until(() => page.evaluate(() => (globalThis as unknown as PageGlobals).isClosed === true));
    await until(async () => (await openStreams()) === '0');
  });
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
