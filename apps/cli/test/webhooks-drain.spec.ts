import { type DrainEndpoint, drainEndpoint } from '../src/commands/webhooks/drain';
import { recordedOutput } from '../src/testing/recorded-output';
import { WebhooksFixture } from './webhooks-fixture';

let fixture: WebhooksFixture;
let id = '';
beforeEach(async () => {
  fixture = await WebhooksFixture.open();
  ({ id } = (await fixture.endpoint((await fixture.account()).account)).endpoint);
});
afterEach(() => fixture.close());

/** Event between two checks of the command. */
type Meanwhile = (stop: () => void, pass: (milliseconds: number) => void) => unknown;

async function drain(args: Partial<DrainEndpoint> = {}, ...meanwhile: Meanwhile[]) {
  const { output, said } = recordedOutput();
  const stop = new AbortController();
  let aheadMs = 0;
  const code = await drainEndpoint(
    { endpoint: id, wait: false, ...args },
    {
      ...{ db: fixture.db, output, signal: stop.signal },
      now: () => new Date(Date.now() + aheadMs),
    },
    async () => {
      const next = meanwhile.shift();
      if (next === undefined) throw new Error('The command waits for longer than expected');
      await next(
        () => stop.abort(),
        (milliseconds) => (aheadMs += milliseconds),
      );
    },
  );
  return { code, document: said.document as Record<string, unknown>, said };
}

/** Creates deliveries that wait for a retry; the endpoint has an open circuit breaker. */
async function fail(deliveries: number): Promise<void> {
  await fixture.publish(deliveries);
  await fixture.attempt(500);
}

it('makes pending retries due, and the circuit breaker half-open', async () => {
  await fail(8);
  expect(await fixture.attempt(204)).toBe(0);
  const { code, document } = await drain();
  expect([code, document]).toEqual([
    0,
    { endpoint: id, outcome: 'started', brought_forward: 8, pending: 8, next_attempt_at: null },
  ]);
  // Half-open: one delivery at a time until one succeeds.
  expect(await fixture.attempt(204)).toBe(1);
  expect(await fixture.attempt(204)).toBe(7);
  expect(await fixture.count(`deliveries WHERE status <> 'delivered'`)).toBe(0);
});

it('does not change deliveries to another endpoint', async () => {
  await fixture.endpoint((await fixture.account()).account);
  await fail(2);
  expect((await drain()).document).toMatchObject({ brought_forward: 2 });
  expect(await fixture.count(`deliveries WHERE status = 'pending' AND due_at > now() + interval '1 s'`)).toBe(2);
});

it('waits until the initial deliveries are sent, and ignores later ones', async () => {
  await fail(3);
  const { code, document, said } = await drain({ wait: true }, () => fixture.attempt(204));
  expect([code, document['outcome'], document['brought_forward']]).toEqual([0, 'drained', 3]);
  expect(said.progress).toContain('3 deliveries left …');

  await fail(2);
  const later = await drain({ wait: true }, async () => {
    await fixture.attempt(204);
    await fixture.publish(5, 'later');
  });
  expect(later.document).toMatchObject({ outcome: 'drained', pending: 0 });
});

it('exits with 1 if some failed again, with the time of the next attempt', async () => {
  await fail(2);
  const { code, document, said } = await drain({ wait: true }, () => fixture.attempt(503));
  expect([code, document]).toEqual([
    1,
    expect.objectContaining({
      outcome: 'put_off',
      pending: 2,
      next_attempt_at: expect.stringMatching(/^20/) as string,
    }),
  ]);
  expect(said.text).toContain('To see why: droptrack webhooks deliveries');
});

it('exits with 1 if the endpoint responds with 410', async () => {
  await fail(6);
  const { code, document } = await drain({ wait: true }, () => fixture.attempt(410));
  expect([code, document['outcome']]).toEqual([1, 'disabled']);
});

it('stops waiting on Ctrl-C; deliveries stay due', async () => {
  await fail(2);
  const { code, document } = await drain({ wait: true }, (stop) => stop());
  expect([code, document['outcome'], document['pending']]).toEqual([0, 'interrupted', 2]);
  expect(await fixture.attempt(204)).toBe(2);
});

it('notes once that a worker may be missing', async () => {
  await fail(1);
  const later = (seconds: number) => Array<Meanwhile>(seconds).fill((_, pass) => pass(1_000));
  const { said } = await drain({ wait: true }, ...later(70), () => fixture.attempt(204));
  expect(said.notes).toEqual([expect.stringContaining('Check that a worker is running')]);
});

it('does nothing without pending deliveries', async () => {
  expect((await drain({ wait: true })).document).toMatchObject({ outcome: 'drained', brought_forward: 0 });
});

it.each([
  ['UPDATE webhook_endpoints SET enabled = false', 'webhook_disabled'],
  ['UPDATE api_keys SET revoked_at = now()', 'webhook_paused'],
])('is rejected after %s, because no worker would send', async (statement, code) => {
  await fail(2);
  await fixture.db.query(statement);
  await expect(drain()).rejects.toMatchObject({ code });
  expect(await fixture.count(`deliveries WHERE due_at <= now()`)).toBe(0);
});
