import { gzipSync } from 'node:zlib';
import { PAGES } from '../src/pages/routes';
import { formatInteger, formatUsd } from '../src/parts/format';
import { checkHtml } from './html-checker';
import { RunningService } from './running-service';
import { openSite, PATHS, type Site } from './site';

const KIB = 1024;
const HTML_BYTES_MAX = 14 * KIB;
const CSS_BYTES_MAX = 6 * KIB;
const ISLANDS_BYTES_MAX = 10 * KIB;

/** The documents of the explorer as they are sent. */
describe('documents of the explorer', () => {
  let [service, site]: [RunningService, Site] = [null!, null!];
  const documents: Record<string, string> = {};

  beforeAll(async () => {
    service = await RunningService.start();
    site = await openSite(service);
    for (const path of PATHS.map(site.pathOf)) documents[path] = await (await fetch(`${site.url}${path}`)).text();
  });
  afterAll(() => service?.stop());

  /** Compressed size of the assets with an extension that pages refer to. */
  async function assetBytes(extension: 'css' | 'js'): Promise<number> {
    const pattern = new RegExp(`"(/assets/[^"]+\\.${extension})"`, 'g');
    const names = new Set(
      Object.values(documents).flatMap((html) => [...html.matchAll(pattern)].map(([, name]) => name ?? '')),
    );
    const sizes = await Promise.all(
      [...names].map(async (name) => gzipped(Buffer.from(await (await fetch(`${site.url}${name}`)).arrayBuffer()))),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  it('are those of every page', () => {
    const pages = Object.keys(PAGES).filter((path) => !/\.(ics|csv)$/.test(path));
    const opened = PATHS.map((path) => path.replace(/\?.*/, '').replace(/\{.*\}/, ':id'));
    expect(opened).toEqual(expect.arrayContaining(pages));
  });

  it('are at most 14 KiB compressed, with styles of 6 KiB and scripts of 10 KiB in all', async () => {
    const sizes = Object.entries(documents).map(([path, html]): [string, number] => [path, gzipped(Buffer.from(html))]);
    expect(sizes.filter(([, bytes]) => bytes > HTML_BYTES_MAX)).toEqual([]);
    expect(await assetBytes('css')).toBeLessThanOrEqual(CSS_BYTES_MAX);
    expect(await assetBytes('js')).toBeLessThanOrEqual(ISLANDS_BYTES_MAX);
  });

  it('contain no style or script of their own, and refer to no other host for what they load', () => {
    for (const html of Object.values(documents)) {
      expect(html).not.toMatch(/<script(?![^>]* src="\/)|<style|\sstyle="|\son[a-z]+="/);
      // A canonical address is whole, and nothing loads it.
      const loaded = [
        ...html.matchAll(/<(?:link(?! rel="canonical")|script|img|iframe|source)[^>]*(?:href|src)="([^"]*)"/g),
      ];
      for (const [, address = ''] of loaded) expect(address).toMatch(/^\/(?!\/)/);
    }
  });

  // Without the rules of pictures a plot is a black area, which no other check reports.
  it('refer to styles that colour the pictures', async () => {
    const [, path = ''] = /"(\/assets\/site[^"]+\.css)"/.exec(documents['/'] ?? '') ?? [];
    const styles = await (await fetch(`${site.url}${path}`)).text();
    expect(styles).toMatch(/\.plot \.line\{/);
    expect(styles).toMatch(/\.part-0\{color:/);
  });

  it('contain no key', () => {
    for (const html of Object.values(documents)) expect(html).not.toMatch(/dtk_[A-Za-z0-9]{20}/);
  });

  it('are valid for the Nu HTML checker', async () => {
    const checked = await checkHtml(documents);
    if ('skipped' in checked) {
      process.stderr.write(`skipped: the Nu HTML checker: ${checked.skipped}\n`);
      // CI installs Java; machines of developers may have none.
      return expect(process.env['CI']).not.toBe('true');
    }
    expect(checked.errors).toEqual([]);
  });

  it('show the figures of the API: in the list', async () => {
    const rows = (documents['/'] ?? '').split('<tr').slice(1).map(textOf);
    const { data } = await site.client.drops.list({ limit: 100 });
    const shown = data.filter(({ name }) => rows.some((row) => row.includes(name)));
    expect(shown.length).toBeGreaterThan(3);
    for (const { name, ev_usd: ev, hype_score: score, ...facts } of shown) {
      const row = rows.find((text) => text.includes(name)) ?? '';
      const { symbol, tokens, wallets } = facts;
      for (const usd of [ev.p10, ev.p50, ev.p90]) if (usd !== null) expect(row).toContain(formatUsd(usd));
      if (ev.p50 === null || tokens === null) expect(row).toContain('unknown');
      if (wallets !== null) expect(row).toContain(`${formatInteger(wallets)} wallets`);
      if (symbol !== null) expect(row).toContain(symbol);
      expect(row).toContain(score === null ? 'not measured' : ` ${score} `);
    }
  });

  it('show the figures of the API: of a drop', async () => {
    const compared = site.drops.filter(({ id }) => documents[`/drops/${id}`] !== undefined);
    expect(compared).toHaveLength(2);
    for (const drop of compared) {
      const html = documents[`/drops/${drop.id}`] ?? '';
      const figures = Object.fromEntries(
        [...html.matchAll(/<dt>([^<]*)<\/dt><dd class="figure-value">(.*?)<\/dd>/g)].map(
          ([, label = '', value = '']) => [label, textOf(value)],
        ),
      );
      const { ev_usd: ev, rating, cost_usd: cost } = drop;
      const number = (value: number | null): string => (value === null ? '– unknown' : String(value));
      const usd = (value: number | null): string => (value === null ? '– unknown' : formatUsd(value));
      expect(figures).toMatchObject({
        Hype: number(drop.hype_score),
        'Value per wallet': usd(ev.p50),
        Reward: number(rating.reward),
        Legitimacy: number(rating.legit),
        Difficulty: number(rating.difficulty),
        Cost: usd(cost),
      });
    }
  });
});

const gzipped = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text of HTML, with single spaces. */
const textOf = (html: string): string =>
  html
    .slice(html.startsWith('<') ? 0 : html.indexOf('>') + 1)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
