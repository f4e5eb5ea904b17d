import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatedWebhook, WebhookDelivery, WebhookEnvelope } from '@droptrack/contracts';
import { type Heard, type Receiver, startReceiver } from '@droptrack/egress/testing';
import { Webhook } from 'svix';
import type { Operator } from './service';

/** A receiver as its owner would write it: it believes what `svix` verifies with the secret it has been given. */
export class Believer {
  /** Of the endpoint; the owner puts a new one in when there is one. */
  secret = '';
  /** Believed as well, while what was signed before there was a new one is still on its way. */
  former: string | null = null;
  /** What is answered in place of 204. */
  status = 204;
  /** Events that were believed, in order of arrival, with how often each came. */
  readonly told: WebhookEnvelope[] = [];
  readonly refused: string[] = [];
  readonly heard: Heard[] = [];

  private constructor(private receiver: Receiver | null) {}

  static async start(): Promise<Believer> {
    const believer = new Believer(null);
    believer.receiver = await startReceiver({
      answer: (response, heard) => response.writeHead(believer.#hear(heard)).end('thank you'),
    });
    return believer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.receiver?.port ?? 0}/told?token=behind-the-mark`;
  }

  async close(): Promise<void> {
    await this.receiver?.close();
  }

  #hear(heard: Heard): number {
    try {
      const event = this.#verify(heard);
      this.heard.push(heard);
      if (this.status < 300) this.told.push(event);
      return this.status;
    } catch (error) {
      this.refused.push(`${heard.headers['webhook-id'] as string}: ${String(error)}`);
      return 401;
    }
  }

  #verify(heard: Heard): WebhookEnvelope {
    const verified = (secret: string) =>
      new Webhook(secret).verify(heard.body, heard.headers as Record<string, string>) as WebhookEnvelope;
    try {
      return verified(this.secret);
    } catch (error) {
      if (this.former === null) throw error;
      return verified(this.former);
    }
  }
}

/** What the owner of an endpoint does over HTTP, with the demo's key of the plan pro. */
export class Owner {
  constructor(
    private readonly apiUrl: string,
    private readonly key: string,
  ) {}

  /** Names of the drops that the latest events of a type are about: the feed of all events, to poll. */
  async events(type: string): Promise<string[]> {
    const { data } = await this.ask<{ data: WebhookEnvelope[] }>('GET', `/../events?type=${type}&limit=100`);
    return data.map((event) => (event.data.object as { name: string }).name);
  }

  /** Asks, and gives the answer's body; it must be a 2xx. */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(`/v1/webhooks${path}`, this.apiUrl), {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  make(url: string, drop: string): Promise<CreatedWebhook> {
    return this.ask('POST', '', { url, events: ['drop.*', 'webhook.*'], filters: { drops: [drop] } });
  }

  async deliveries(id: string, query = ''): Promise<WebhookDelivery[]> {
    return (await this.ask<{ data: WebhookDelivery[] }>('GET', `/${id}/deliveries${query}`)).data;
  }
}

/** Of the demo. */
export const demoKey = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'demo-keys.json'), 'utf8')) as { pro: string }).pro;

/** A catalogue of the operator's own, of one drop. */
export class OwnCatalogue {
  constructor(
    private readonly home: string,
    private readonly operator: Operator,
    readonly drop: string,
  ) {}

  /** Writes the drop's file and applies it. */
  async apply(given: { readonly name: string; readonly events: readonly object[] }): Promise<void> {
    const folder = join(this.home, 'own');
    mkdirSync(folder, { recursive: true });
    const source = { kind: 'official', url: 'https://walk.example/', at: '2026-11-01' };
    // JSON is YAML.
    const file = JSON.stringify({ id: this.drop, chain: 'ethereum', source, ...given });
    writeFileSync(join(folder, `${this.drop}.yaml`), file);
    const { code, stderr } = await this.operator.call('catalogue', 'apply', folder, '--origin', 'own');
    if (code !== 0) throw new Error(stderr);
  }
}
