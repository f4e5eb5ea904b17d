import { readFileSync } from 'node:fs';

/** Call of an operation, as the tests state it (calls.ts). */
export interface Call {
  readonly operationId: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** API key; empty for a public route. */
  readonly key: string;
}

/** Response as the generated client returns it, after its own validation. */
export interface Received {
  readonly status: number;
  /** Parsed body: data, or a problem. */
  readonly body: unknown;
}

interface Plan {
  readonly baseUrl: string;
  readonly calls: readonly Call[];
}

/** Plan of the test, which is the argument of the program. */
export const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;

/** Sends all calls in order, and prints one line of JSON for each: its status, and the reason if its client rejects it. */
export async function tour(send: (call: Call) => Promise<Received>): Promise<void> {
  const bodies = new Map<string, unknown>();
  for (const call of plan.calls) {
    const { operationId } = call;
    const sent = withResults(call, bodies);
    const line = await send(sent).then(
      ({ status, body }) => {
        if (status < 300) bodies.set(operationId, body);
        return { operationId, status };
      },
      (error: unknown) => ({ operationId, failure: String(error).slice(0, 2_000) }),
    );
    console.log(JSON.stringify(line));
  }
}

/** Replaces texts such as `{createWebhook.id}` by members of earlier responses. */
function withResults(call: Call, bodies: ReadonlyMap<string, unknown>): Call {
  const text = JSON.stringify(call).replace(/\{(\w+)\.([\w.]+)\}/g, (_, operation: string, path: string) => {
    const found = path.split('.').reduce<unknown>((value, name) => (value as never)?.[name], bodies.get(operation));
    return String(found);
  });
  return JSON.parse(text) as Call;
}
