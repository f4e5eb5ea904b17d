import { BROWSER_PATH } from '@droptrack/program/testing';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, launchBrowser } from '../../browser/browser';
import type { Cleanup } from '../../test/cleanup';
import { CheckFailure, CheckSkipped } from '../check-runner';
import { mustRunNode } from '../command';
import type { Consumer, DemoApi } from './demo-api';

/** Serves the page from an origin of its own, so that responses of the service are read across origins. */
export class PageServer {
  /** Directory of the built page; set before the browser opens it. */
  directory = '/nonexistent';
  private constructor(readonly origin: string) {}

  /** Listens on a free port. The service needs the origin before the page is built. */
  static async start(undo: Cleanup): Promise<PageServer> {
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', page.origin).pathname;
      // `normalize` removes segments that would leave the directory.
      readFile(join(page.directory, path === '/' ? 'index.html' : normalize(path))).then(
        (body) =>
          response.setHeader('content-type', extname(path) === '.js' ? 'text/javascript' : 'text/html').end(body),
        () => response.writeHead(404).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await undo.push(async () => void server.close());
    const page = new PageServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return page;
  }
}

/**
 * Builds a page with Vite and opens it in Chromium or Chrome.
 *
 * @throws {CheckSkipped} without a browser; in CI that is a {@link CheckFailure}.
 */
export async function checkBrowser(
  { root, project, api }: Consumer,
  server: PageServer,
  undo: Cleanup,
): Promise<string> {
  const cwd = join(project, 'vite');
  await mustRunNode([join(root, 'tools/sdk/packages/node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd,
  });
  server.directory = join(cwd, 'dist');

  const browser = await openBrowser(undo);
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('console', (message) => messages.push(message.text()));
  try {
    await page.goto(server.origin, { timeout: 60_000 });
    const result = await page.evaluate((given) => (globalThis as unknown as ConsumerPage).consume(given), await api);
    return `${result}, in Chromium ${browser.version()}`;
  } catch (error) {
    throw new CheckFailure([String(error), ...messages].join('\n'));
  } finally {
    await browser.close();
  }
}

/** @throws {CheckSkipped} without a browser; in CI that is a {@link CheckFailure}. */
export async function openBrowser(undo: Cleanup): Promise<Browser> {
  assertBrowser();
  const browser = await launchBrowser();
  await undo.push(() => browser.close());
  return browser;
}

interface ConsumerPage {
  consume(given: DemoApi): Promise<string>;
}

function assertBrowser(): void {
  if (BROWSER_PATH !== undefined) return;
  if (process.env['CI'] === 'true') throw new CheckFailure('Chromium is missing; CI requires it');
  throw new CheckSkipped('there is no Chromium or Chrome');
}
