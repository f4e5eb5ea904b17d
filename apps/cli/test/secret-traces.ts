import { TRACE_LENGTH, TraceIndex } from './trace-index';

/** Kinds of secrets that nothing but their first response may contain. */
export const SECRET_KINDS = ['API key', 'feed token', 'webhook secret', 'encryption key', 'idempotency key'] as const;
type SecretKind = (typeof SECRET_KINDS)[number];

/** Part of a secret that is not shown by design: keys are listed with their first 8 and last 4 characters. */
const hiddenPart = (kind: SecretKind, secret: string): string =>
  kind === 'API key' ? secret.slice(8, -4) : secret.replace(/^(?:dtf|whsec)_/, '');

/** Kinds whose text encodes bytes. */
const IN_BASE64: readonly SecretKind[] = ['webhook secret', 'encryption key'];

/** Bytes of a secret: its text, and those that the text encodes. */
const bytesOf = (kind: SecretKind, hidden: string): Buffer[] => [
  Buffer.from(hidden),
  ...(IN_BASE64.includes(kind) ? [Buffer.from(hidden, 'base64')] : []),
];

/** Finds secrets in texts: any 14 successive characters, and their bytes as a database or a log shows them, in hex. */
export class SecretTraces {
  readonly #traces = new TraceIndex<SecretKind>();

  add(kind: SecretKind, secret: string): void {
    const hidden = hiddenPart(kind, secret);
    if (hidden.length < TRACE_LENGTH) throw new Error(`A secret of the kind ${kind} is too short to be found`);
    for (const text of [hidden, ...bytesOf(kind, hidden).map((bytes) => bytes.toString('hex'))]) {
      for (let at = 0; at + TRACE_LENGTH <= text.length; at += 1)
        this.#traces.set(text.slice(at, at + TRACE_LENGTH), kind);
    }
  }

  /** Kinds that were added. */
  kinds(): Set<SecretKind> {
    return this.#traces.owners();
  }

  /** Kinds of the secrets with a trace in a text. */
  in(text: string): Set<SecretKind> {
    return this.#traces.in(text);
  }
}
