import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Heard, type Receiver, startReceiver, type TestCertificate } from '@droptrack/egress/testing';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';

/** What one endpoint heard of one event. */
export interface Told {
  times: number;
  /** Different bodies; one, unless something is wrong. */
  readonly bodies: Set<string>;
}

/**
 * A receiver of several endpoints, each at a path of its own. It believes nothing that the packages of others do not
 * verify, with the one secret that the endpoint's owner has put in.
 */
export interface VerifyingReceiver {
  readonly port: number;
  /** Secrets, by path. */
  readonly secrets: Map<string, string>;
  /** Secrets that are taken for good beside those, by path: former ones, while they are rotated. */
  readonly formerSecrets: Map<string, string>;
  /** What is answered at a path in place of 204; called after verifying. */
  readonly answers: Map<string, (response: ServerResponse) => void>;
  /** What was heard, by path and `webhook-id`. */
  readonly told: Map<string, Map<string, Told>>;
  /** Requests so far, and why some were not believed. */
  readonly count: () => number;
  readonly refused: string[];
  /** Different events heard at a path. */
  ids(path: string): string[];
  url(path: string): string;
  close(): Promise<void>;
}

export async function startVerifyingReceiver(certificate: TestCertificate): Promise<VerifyingReceiver> {
  const secrets = new Map<string, string>();
  const formerSecrets = new Map<string, string>();
  const answers: VerifyingReceiver['answers'] = new Map();
  const told: VerifyingReceiver['told'] = new Map();
  const refused: string[] = [];
  let count = 0;
  const answer = (response: ServerResponse, heard: Heard) => {
    count += 1;
    const former = formerSecrets.get(heard.path);
    const isFormer = former !== undefined && faultOf(heard, former) === null;
    const fault = isFormer ? null : faultOf(heard, secrets.get(heard.path) ?? '');
    if (fault !== null) {
      refused.push(`${heard.path}: ${fault}`);
      response.writeHead(401).end();
      return;
    }
    note(told, heard);
    (answers.get(heard.path) ?? ((each) => each.writeHead(204).end()))(response);
  };
  const receiver: Receiver = await startReceiver({ certificate, answer });
  return {
    port: receiver.port,
    secrets,
    formerSecrets,
    answers,
    told,
    refused,
    count: () => count,
    ids: (path) => [...(told.get(path)?.keys() ?? [])],
    url: (path) => `https://localhost:${receiver.port}${path}`,
    close: () => receiver.close(),
  };
}

function faultOf({ headers, body }: Heard, secret: string): string | null {
  try {
    const given = headers as Record<string, string>;
    const seen = [new Standard(secret), new Svix(secret)].map((library) => library.verify(body, given));
    const [event] = seen as { id: string }[];
    return event?.id === headers['webhook-id'] ? null : 'the webhook-id is not the event’s';
  } catch (error) {
    return String(error);
  }
}

function note(told: VerifyingReceiver['told'], { path, headers, body }: Heard): void {
  const events = told.get(path) ?? new Map<string, Told>();
  told.set(path, events);
  const id = String(headers['webhook-id']);
  const event = events.get(id) ?? { times: 0, bodies: new Set() };
  events.set(id, event);
  event.times += 1;
  event.bodies.add(createHash('sha256').update(body).digest('hex'));
}
