import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Heard, type Receiver, startReceiver, type TestCertificate } from '@droptrack/egress/testing';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';

/** Requests of one event at one endpoint. */
interface ReceivedEvent {
  times: number;
  /** Hashes of the distinct bodies; a repeated event has the same body. */
  readonly bodies: Set<string>;
}

/**
 * Receiver of several endpoints, each at a path of its own. It accepts a request only if independent packages verify it with
 * the secret of the endpoint.
 */
export interface VerifyingReceiver {
  readonly port: number;
  /** Secrets, by path. */
  readonly secrets: Map<string, string>;
  /** Former secrets that are also accepted during a rotation, by path. */
  readonly formerSecrets: Map<string, string>;
  /** Responses instead of 204, by path; sent after the verification. */
  readonly responses: Map<string, (response: ServerResponse) => void>;
  /** Accepted events, by path and `webhook-id`. */
  readonly received: Map<string, Map<string, ReceivedEvent>>;
  /** Number of requests, accepted or not. */
  readonly count: () => number;
  /** Reasons of rejected requests. */
  readonly rejected: string[];
  /** Ids of the events that a path has accepted. */
  ids(path: string): string[];
  url(path: string): string;
  close(): Promise<void>;
}

export async function startVerifyingReceiver(certificate: TestCertificate): Promise<VerifyingReceiver> {
  const secrets = new Map<string, string>();
  const formerSecrets = new Map<string, string>();
  const responses: VerifyingReceiver['responses'] = new Map();
  const received: VerifyingReceiver['received'] = new Map();
  const rejected: string[] = [];
  let count = 0;
  const respond = (response: ServerResponse, heard: Heard) => {
    count += 1;
    const former = formerSecrets.get(heard.path);
    const isFormer = former !== undefined && errorOf(heard, former) === null;
    const error = isFormer ? null : errorOf(heard, secrets.get(heard.path) ?? '');
    if (error !== null) {
      rejected.push(`${heard.path}: ${error}`);
      response.writeHead(401).end();
      return;
    }
    note(received, heard);
    (responses.get(heard.path) ?? ((each) => each.writeHead(204).end()))(response);
  };
  const receiver: Receiver = await startReceiver({ certificate, answer: respond });
  return {
    port: receiver.port,
    secrets,
    formerSecrets,
    responses,
    received,
    rejected,
    count: () => count,
    ids: (path) => [...(received.get(path)?.keys() ?? [])],
    url: (path) => `https://localhost:${receiver.port}${path}`,
    close: () => receiver.close(),
  };
}

function errorOf({ headers, body }: Heard, secret: string): string | null {
  try {
    const given = headers as Record<string, string>;
    const seen = [new Standard(secret), new Svix(secret)].map((library) => library.verify(body, given));
    const [event] = seen as { id: string }[];
    return event?.id === headers['webhook-id'] ? null : 'the webhook-id differs from the id of the event';
  } catch (error) {
    return String(error);
  }
}

function note(received: VerifyingReceiver['received'], { path, headers, body }: Heard): void {
  const events = received.get(path) ?? new Map<string, ReceivedEvent>();
  received.set(path, events);
  const id = String(headers['webhook-id']);
  const event = events.get(id) ?? { times: 0, bodies: new Set() };
  events.set(id, event);
  event.times += 1;
  event.bodies.add(createHash('sha256').update(body).digest('hex'));
}

/** Interval of the bytes of a receiver that drips, in milliseconds. */
const DRIP_MS = 1_000;
const FLOOD_BYTES = 100 * 2 ** 20;
const CHUNK = Buffer.alloc(2 ** 16, '.');

/** Failures of receivers, each of which can block the queue of a service. */
export const DEATHS: Readonly<
  Record<'hang' | 'drip' | 'flood' | 'reset' | 'cut' | 'fail', (response: ServerResponse) => void>
> = {
  hang: () => undefined,
  drip: (response) => {
    response.writeHead(500);
    const timer = setInterval(() => response.write('.'), DRIP_MS);
    response.on('close', () => clearInterval(timer));
  },
  flood: (response) => {
    response.writeHead(500, { 'content-length': FLOOD_BYTES });
    let left = FLOOD_BYTES;
    const send = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= CHUNK.length;
        if (!response.write(CHUNK)) return void response.once('drain', send);
      }
    };
    send();
  },
  reset: ({ socket }) => void socket?.destroy(),
  cut: ({ socket }) => void socket?.end('HTTP/1.1 200 OK\r\ncontent-le'),
  fail: (response) => void response.writeHead(500).end('it is down'),
};
