import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatedWebhook, WebhookDelivery, WebhookEnvelope } from '@droptrack/contracts';
import { type Heard, type Receiver, startReceiver } from '@droptrack/egress/testing';
import { Webhook } from 'svix';
import type { Operator } from './service';

/** Receiver that accepts only requests that `svix` verifies with its secret. */
export class VerifyingReceiver {
  /** Current secret of the endpoint. */
  secret = '';
  /** Previous secret, accepted while requests signed by it may still arrive. */
  former: string | null = null;
  /** Status of accepted requests. */
  status = 204;
  /** Accepted events in order of arrival, including repetitions. */
  readonly accepted: WebhookEnvelope[] = [];
  readonly rejected: string[] = [];
  readonly heard: Heard[] = [];

  private constructor(private receiver: Receiver | null) {}

  static async start(): Promise<VerifyingReceiver> {
    const receiver = new VerifyingReceiver(null);
    receiver.receiver = await startReceiver({
      answer: (response, heard) => response.writeHead(receiver.#hear(heard)).end('thank you'),
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.receiver?.port ?? 0}/accepted?token=hidden-token`;
  }

  async close(): Promise<void> {
    await this.receiver?.close();
  }

  #hear(heard: Heard): number {
    try {
      const event = this.#verify(heard);
      this.heard.push(heard);
      if (this.status < 300) this.accepted.push(event);
      return this.status;
    } catch (error) {
      this.rejected.push(`${heard.headers['webhook-id'] as string}: ${String(error)}`);
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

/** Owner of an endpoint: requests over HTTP with the demo key of the plan pro. */
export class Owner {
  constructor(
    private readonly apiUrl: string,
    private readonly key: string,
  ) {}

  /** Names of the drops in the latest events of a type, from `GET /v1/events`. */
  async events(type: string): Promise<string[]> {
    const { data } = await this.ask<{ data: WebhookEnvelope[] }>('GET', `/../events?type=${type}&limit=100`);
    return data.map((event) => (event.data.object as { name: string }).name);
  }

  /** Sends a request, which must succeed. @returns the body. */
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

/** Demo key of the plan pro. */
export const demoKey = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'demo-keys.json'), 'utf8')) as { pro: string }).pro;

/** Catalogue of the operator, with one drop. */
export class OwnCatalogue {
  constructor(
    private readonly home: string,
    private readonly operator: Operator,
    readonly drop: string,
  ) {}

  /** Writes the file of the drop and applies it. */
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
