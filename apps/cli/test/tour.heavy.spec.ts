import { parseWallet } from '@droptrack/eligibility';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExplorerTour } from './explorer-tour';
import { readmeLines } from './readme-lines';
import { SECRET_KINDS, SecretTraces } from './secret-traces';
import { printedCalls } from './service';
import { Tour } from './tour';
import { visitAgents } from './tour-agents';
import { visitCalendar, visitStream } from './tour-feeds';
import { visitFiles, visitWebhooks } from './tour-files';
import { visitSdk } from './tour-sdk';
import { serverTexts, storedTexts, WalletTraces } from './wallet-traces';

const PROGRAMS = ['api', 'worker', 'explorer'];
const USERS = [
  ...['a calendar app', 'a bot', 'an assistant', 'a notebook', 'an analyst', 'a receiver of webhooks'],
  ...['a TypeScript program', 'a generated client'],
];

/** Each channel from `npm start` on as a new user tries it, by the line that the README gives for it. */
describe('a tour through all channels', () => {
  let [home, directory] = ['', ''];
  let tour: Tour;
  let wallets: WalletTraces;
  /** Everything that stays of the tour, by its place. */
  const kept = new Map<string, string>();
  beforeAll(async () => {
    // Mode 755, because as root PostgreSQL runs as another user.
    home = mkdtempSync(join(tmpdir(), 'droptrack tour home '));
    directory = mkdtempSync(join(tmpdir(), 'droptrack tour user '));
    chmodSync(home, 0o755);
    mkdirSync(join(directory, 'changed'));
    tour = await Tour.start(home, directory);
    const printed = printedCalls(tour.said).flatMap(({ init }) => /0x\w{40}/.exec(String(init.body)) ?? []);
    wallets = new WalletTraces([tour.stranger, ...printed.map((text) => parseWallet(text))]);
  });
  afterAll(async () => {
    await tour?.stop();
    for (const path of [home, directory]) rmSync(path, { recursive: true, force: true });
  });

  it('has a line of the README for each', () => expect([...readmeLines().keys()]).toEqual(USERS));
  it('subscribes to a calendar, and replaces its address', () => visitCalendar(tour));
  it('follows the stream through a change, and resumes it', () => visitStream(tour));
  it('adds the tools to an assistant, and calls them', () => visitAgents(tour, home));
  it('receives a sample, forwarded and delivered webhooks', () => visitWebhooks(tour));
  it('uses the SDK with all that it can log', () => visitSdk(tour));
  it('names a script that packs the SDK, which tools/sdk installs and runs', () => {
    const [, script] = /^npm run (\S+)$/.exec(readmeLines().get('a TypeScript program')!) ?? [];
    const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
      scripts: object;
    };
    expect(scripts).toHaveProperty(script!, expect.any(String));
  });
  it('downloads and exports files', async () => {
    for (const [name, text] of await visitFiles(tour)) kept.set(name, text);
  });
  it('subscribes at the explorer, and checks wallets there', async () => {
    const explorer = new ExplorerTour({ url: tour.explorerUrl }, wallets);
    const page = await explorer.send('/calendar', 'calendar', []);
    const [, path] = /<h2 id="subscribe">Subscribe<\/h2>[^]*?<a href="(\/calendar\.ics[^"]*)">/.exec(page.body) ?? [];
    const file = await explorer.send(path!.replaceAll('&amp;', '&'), 'calendar file', []);
    expect([file.status, file.body]).toEqual([200, expect.stringMatching(/^BEGIN:VCALENDAR\r\n[^]*BEGIN:VEVENT/)]);
    const { drop, wallet } = tour.listed;
    expect((await explorer.check(wallet.address, drop, [wallet])).body).toContain('ligible');
    await explorer.forms(wallet, [drop]);
    await explorer.addresses(wallet, [wallet]);
    expect(explorer.leaks).toEqual([]);
  });

  describe('when it is over', () => {
    /** Places with a trace, and its kinds. */
    const leaks = (places: Iterable<readonly [string, string]>): [string, string[]][] =>
      [...places].flatMap(([place, text]): [string, string[]][] => {
        const kinds = [...tour.secrets.in(text), ...(wallets.in(text).size > 0 ? ['wallet'] : [])];
        return kinds.length === 0 ? [] : [[place, kinds]];
      });

    beforeAll(async () => {
      // The explorer has no metrics.
      for (const program of ['api', 'worker']) {
        const [, port] = /"metricsPort":(\d+)/.exec(readFileSync(join(home, `${program}.log`), 'utf8')) ?? [];
        kept.set(`metrics of ${program}`, await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
      }
      const stored = [...(await storedTexts(tour.db)), ...(await serverTexts(tour.db))];
      for (const { place, text } of stored) kept.set(place, text);
      const { stdout, stderr } = await tour.stop();
      // By design the start prints its demo keys, once, and commands a new secret of a receiver.
      kept.set('output of the service', stdout.replace(tour.said, '') + stderr);
      const remark = /^Signed with a new secret\. .*$/gm;
      kept.set('output of commands', tour.shell.said.join('\n').replace(remark, ''));
      kept.set('log lines of the SDK', tour.sdkLines.join('\n'));
      kept.set('rejections', tour.rejections.join('\n'));
      for (const name of readdirSync(home).filter((name) => /\.log(\.1)?$/.test(name))) {
        kept.set(name, readFileSync(join(home, name), 'utf8'));
      }
    });

    it('has met every kind of response and of secret, and left traces of itself everywhere', () => {
      const seen = [...tour.statuses].sort((a, b) => a - b);
      expect(seen).toEqual(expect.arrayContaining([200, 201, 204, 304, 400, 401, 403, 404, 405, 413, 422, 429]));
      expect([...tour.secrets.kinds()].sort()).toEqual([...SECRET_KINDS].sort());
      expect([...kept].filter(([place, text]) => !place.includes('.') && text.trim() === '')).toEqual([]);
      for (const program of PROGRAMS) expect(kept.get(`${program}.log`)).toContain('"level":"info"');
      for (const route of ['/v1/calendars', '/v1/stream', '/mcp', '/v1/snapshots', '/v1/webhooks', '/v1/eligibility']) {
        expect(kept.get('api.log')).toContain(route);
        expect(kept.get('metrics of api')).toContain(route);
      }
      for (const table of ['calendar_feeds', 'webhook_secrets', 'webhook_creations', 'attempts', 'api_keys']) {
        const columns = [...kept].filter(([place, text]) => place.startsWith(`${table}.`) && text !== '');
        expect([table, columns.length]).not.toEqual([table, 0]);
      }
    });

    it('has left no wallet, no token, no secret and no key in logs, metrics, tables and files', () => {
      expect(leaks(kept)).toEqual([['list_rows.wallet', ['wallet']]]);
    });

    it('would find a trace in any place', () => {
      const trace = `${tour.keys.scale.slice(10, 24)} ${tour.listed.wallet.address.slice(0, 20)}`;
      const planted = [...kept].map(([place]) => [place, `{"path":"/${trace}"}`] as const);
      expect(leaks(planted)).toEqual(planted.map(([place]) => [place, ['API key', 'wallet']]));
    });

    // Its later output has none.
    it('announced the demo keys', () => {
      for (const key of Object.values(tour.keys)) expect(tour.said).toContain(key);
    });
  });
});

// Checks the detector: each of these is a form in which careless code would keep a secret.
describe('a trace of a secret', () => {
  const random = randomBytes(24);
  const base62 = 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8bCdXyZw12';
  const SECRETS: Record<(typeof SECRET_KINDS)[number], string> = {
    'API key': `dtk_${base62}`,
    'feed token': `dtf_${[...base62].reverse().join('')}`,
    'webhook secret': `whsec_${random.toString('base64')}`,
    'encryption key': randomBytes(32).toString('base64'),
    'idempotency key': 'tour-0f8e4f0a-6f4e-4d1c-9d6c-1b0f0e0d0c0b',
  };
  const traces = new SecretTraces();
  for (const kind of SECRET_KINDS) traces.add(kind, SECRETS[kind]);

  it.each(SECRET_KINDS)('is found: %s', (kind) => {
    const secret = SECRETS[kind];
    for (const text of [secret, secret.slice(8, 22), `${secret.slice(0, 22)}…`, Buffer.from(secret).toString('hex')]) {
      expect([text, [...traces.in(`{"path":"/${text}"}`)]]).toEqual([text, [kind]]);
    }
  });

  it('is found for the bytes that the text of a webhook secret encodes', () => {
    expect([...traces.in(`\\x${random.toString('hex')}`)]).toEqual(['webhook secret']);
  });

  it('is not the beginning and the end of a key, by which its owner recognises it', () => {
    const key = SECRETS['API key'];
    expect([...traces.in(`${key.slice(0, 8)}…${key.slice(-4)}`)]).toEqual([]);
  });
});
