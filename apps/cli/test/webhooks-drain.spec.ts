import { type DrainArguments, drainEndpoint } from '../src/commands/webhooks-drain';
import { recordedOutput } from '../src/testing';
import { WebhooksStage } from './webhooks-stage';

let stage: WebhooksStage;
let id = '';
beforeEach(async () => {
  stage = await WebhooksStage.open();
  ({ id } = (await stage.endpoint((await stage.account()).account)).endpoint);
});
afterEach(() => stage.close());

/** What happens while the command looks again. */
type Meanwhile = (stop: () => void, pass: (milliseconds: number) => void) => unknown;

async function drain(args: Partial<DrainArguments> = {}, ...meanwhile: Meanwhile[]) {
  const { output, said } = recordedOutput();
  const stop = new AbortController();
  let aheadMs = 0;
  const code = await drainEndpoint(
    { endpoint: id, wait: false, ...args },
    {
      ...{ db: stage.db, output, signal: stop.signal },
      now: () => new Date(Date.now() + aheadMs),
      sleep: async () => {
        const next = meanwhile.shift();
        if (next === undefined) throw new Error('It looks for longer than was foreseen');
        await next(
          () => stop.abort(),
          (milliseconds) => (aheadMs += milliseconds),
        );
      },
    },
  );
  return { code, document: said.document as Record<string, unknown>, said };
}

/** What waits for its retry; the endpoint is left alone, as it failed often. */
async function fail(deliveries: number): Promise<void> {
  await stage.tell(deliveries);
  await stage.attempt(500);
}

it('brings forward what waits, and lets an endpoint that was left alone be tried at once', async () => {
  await fail(8);
  expect(await stage.attempt(204)).toBe(0);
  const { code, document } = await drain();
  expect([code, document]).toEqual([
    0,
    { endpoint: id, outcome: 'started', brought_forward: 8, pending: 8, next_attempt_at: null },
  ]);
  // It has to prove itself first: one at a time after five failures in a row.
  expect(await stage.attempt(204)).toBe(1);
  expect(await stage.attempt(204)).toBe(7);
  expect(await stage.count(`deliveries WHERE status <> 'delivered'`)).toBe(0);
});

it('touches no delivery to another endpoint', async () => {
  await stage.endpoint((await stage.account()).account);
  await fail(2);
  expect((await drain()).document).toMatchObject({ brought_forward: 2 });
  expect(await stage.count(`deliveries WHERE status = 'pending' AND due_at > now() + interval '1 s'`)).toBe(2);
});

it('waits until nothing is left of what there was, whatever comes meanwhile', async () => {
  await fail(3);
  const { code, document, said } = await drain({ wait: true }, () => stage.attempt(204));
  expect([code, document['outcome'], document['brought_forward']]).toEqual([0, 'drained', 3]);
  expect(said.progress).toContain('3 deliveries left …');

  await fail(2);
  const later = await drain({ wait: true }, async () => {
    await stage.attempt(204);
    await stage.tell(5, 'later');
  });
  expect(later.document).toMatchObject({ outcome: 'drained', pending: 0 });
});

it('ends with code 1 when some failed again, and says when they are tried next', async () => {
  await fail(2);
  const { code, document, said } = await drain({ wait: true }, () => stage.attempt(503));
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

it('ends with code 1 when the endpoint says that it is gone', async () => {
  await fail(6);
  const { code, document } = await drain({ wait: true }, () => stage.attempt(410));
  expect([code, document['outcome']]).toEqual([1, 'disabled']);
});

it('stops watching at Ctrl-C, and leaves what is due', async () => {
  await fail(2);
  const { code, document } = await drain({ wait: true }, (stop) => stop());
  expect([code, document['outcome'], document['pending']]).toEqual([0, 'interrupted', 2]);
  expect(await stage.attempt(204)).toBe(2);
});

it('wonders once whether anybody sends', async () => {
  await fail(1);
  const later = (seconds: number) => Array<Meanwhile>(seconds).fill((_, pass) => pass(1_000));
  const { said } = await drain({ wait: true }, ...later(70), () => stage.attempt(204));
  expect(said.notes).toEqual([expect.stringContaining('Check that a worker is running')]);
});

it('has nothing to do where nothing waits', async () => {
  expect((await drain({ wait: true })).document).toMatchObject({ outcome: 'drained', brought_forward: 0 });
});

it.each([
  ['UPDATE webhook_endpoints SET enabled = false', 'webhook_disabled'],
  ['UPDATE api_keys SET revoked_at = now()', 'webhook_paused'],
])('refuses after %s: nobody would send', async (statement, code) => {
  await fail(2);
  await stage.db.query(statement);
  await expect(drain()).rejects.toMatchObject({ code });
  expect(await stage.count(`deliveries WHERE due_at <= now()`)).toBe(0);
});
