import { parseWallet, type Wallet } from '@droptrack/eligibility';
import { type Database, openDatabase } from '@droptrack/persistence';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces } from '../src/config/places';
import { startReceiver } from '../src/commands/webhooks/local/testing';
import type { Call } from '../src/testing/run-call';
import { generatedWallets } from './generated-wallets';
import { Shell } from './readme-lines';
import { SecretTraces } from './secret-traces';
import { Operator, printedCalls } from './service';

/** Beside its own keys, a request has what `fetch` takes. */
type Ask = Omit<RequestInit, 'body'> & { readonly key?: string; readonly json?: unknown };

/** A drop with a list of the demo, and a wallet of that list. */
interface Listed {
  readonly drop: string;
  readonly wallet: Wallet;
}

/** New user of `npm start`: where things are, what was sent, and which secrets were received. */
export class Tour {
  readonly statuses = new Set<number>();
  /** Bodies of responses with a status of 400 and above. */
  readonly rejections: string[] = [];
  /** Log lines of the SDK. */
  readonly sdkLines: string[] = [];
  readonly secrets = new SecretTraces();
  /** Wallet that is in no list. */
  readonly stranger = generatedWallets('tour').evm('stranger');
  #changes = 0;
  #stopped: Promise<Call> | null = null;

  private constructor(
    readonly operator: Operator,
    readonly directory: string,
    /** Announcement of the start. */
    readonly said: string,
    readonly apiUrl: string,
    readonly explorerUrl: string,
    readonly keys: Readonly<Record<'free' | 'pro' | 'scale', string>>,
    readonly listed: Listed,
    readonly db: Database,
    readonly receiver: Awaited<ReturnType<typeof startReceiver>> & { readonly received: Received[] },
    readonly shell: Shell,
  ) {}

  /** Starts the service as `npm start` does, with the most verbose logs. */
  static async start(home: string, directory: string): Promise<Tour> {
    const operator = new Operator(home, { SOURCES_OFF: 'all', LOG_LEVEL: 'debug', WEBHOOK_ALLOW_INSECURE: 'true' });
    const { said } = await operator.up();
    const fileOf = <T>(name: string) => JSON.parse(readFileSync(join(home, name), 'utf8')) as T;
    const keys = fileOf<Tour['keys']>('demo-keys.json');
    const { explorer } = fileOf<{ explorer: string }>('explorer-key.json');
    const { apiUrl, explorerUrl, databaseUrl } = fileOf<Record<string, string>>('service.json');
    const sample = printedCalls(said).findLast(({ url }) => url.endsWith('/v1/eligibility'))!;
    const { drop, wallet } = JSON.parse(String(sample.init.body)) as { drop: string; wallet: string };
    const received: Received[] = [];
    const receiver = { ...(await startReceiver(recorder(received))), received };
    const shell = new Shell(directory, home, { apiUrl: apiUrl!, receiverUrl: receiver.url, ...keys });
    const db = openDatabase(databaseUrl!, { poolSize: 2, applicationName: 'test' });
    const listed = { drop, wallet: parseWallet(wallet) };
    const tour = new Tour(operator, directory, said, apiUrl!, explorerUrl!, keys, listed, db, receiver, shell);
    for (const key of [...Object.values(keys), explorer]) tour.secrets.add('API key', key);
    tour.secrets.add('encryption key', readFileSync(join(home, 'webhook-key'), 'utf8').trim());
    return tour;
  }

  /** Sends a request. @returns the response with its text. */
  async ask(path: string, { key, json, ...init }: Ask = {}) {
    const response = await fetch(new URL(path, this.apiUrl), {
      ...init,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(json !== undefined && { method: init.method ?? 'POST', body: JSON.stringify(json) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      text: this.note(response.status, await response.text()),
    };
  }

  /** Records a response that was received by other means. @returns its body. */
  note(status: number, body: string): string {
    this.statuses.add(status);
    if (status >= 400) this.rejections.push(body);
    return body;
  }

  /** Stops the service. @returns all of its output. */
  stop(): Promise<Call> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<Call> {
    const { process: service, ended } = this.operator.running();
    await Promise.all([this.db.close(), this.receiver.stop()]);
    service.kill('SIGINT');
    return ended;
  }

  /** Reads a calendar with its address, whose token is a secret from then on. */
  readCalendar(body: string): { readonly id: string; readonly url: string } {
    const calendar = JSON.parse(body) as { id: string; url: string };
    this.secrets.add('feed token', /dtf_\w+/.exec(calendar.url)![0]);
    return calendar;
  }

  /** Changes a drop by a catalogue file, as an operator does. */
  async change(): Promise<void> {
    this.#changes += 1;
    const file = readFileSync(join(findPlaces(__dirname).catalogue, 'linea.yaml'), 'utf8');
    writeFileSync(
      join(this.directory, 'changed/linea.yaml'),
      file.replace(/^name: .*$/m, `name: Linea ${this.#changes}`),
    );
    const { code, stderr } = await this.shell.run('npx droptrack catalogue apply changed');
    if (code !== 0) throw new Error(stderr);
  }
}

/** A delivery as it was received. */
export interface Received {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Accepts and records deliveries. */
const recorder =
  (received: Received[]): Parameters<typeof startReceiver>[0] =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) });
      response.writeHead(204).end();
    });
  };
