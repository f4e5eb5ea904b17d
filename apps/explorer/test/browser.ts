import { BROWSER_PATH } from '@droptrack/program/testing';
import type { Browser, BrowserContext, Page } from '../../../tools/browser/browser';
import { skipBecause } from '../../../tools/test/debian-programs';

/** `describe` for tests in a browser: skipped where none is installed, except in CI, where a missing one fails. */
export const describeInBrowser =
  BROWSER_PATH !== undefined || process.env['CI'] === 'true' ? describe : skipBecause('no browser is installed');

/** A browser context whose pages reach only this machine, with a record of everything that is wrong on them. */
export class Visitor {
  /** Errors of the console, of scripts and of requests, and requests to other hosts. */
  readonly complaints: string[] = [];
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  /** @param options.isScripted - false turns JavaScript of pages off. */
  static async open(
    browser: Browser,
    { isScripted = true, width = 1440 }: { isScripted?: boolean; width?: number } = {},
  ): Promise<Visitor> {
    // The checks of accessibility are injected, which the policy of the pages forbids.
    const context = await browser.newContext({
      javaScriptEnabled: isScripted,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      locale: 'de-DE',
      timezoneId: 'Pacific/Auckland',
    });
    const visitor = new Visitor(context, await context.newPage());
    await context.route('**/*', (route) => {
      const { hostname } = new URL(route.request().url());
      if (['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return route.continue();
      visitor.complaints.push(`a request to ${hostname}`);
      return route.abort();
    });
    return visitor;
  }

  /** Errors since the last call. */
  takeComplaints(): string[] {
    return this.complaints.splice(0);
  }
}
