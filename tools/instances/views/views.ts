import { setTimeout as sleep } from 'node:timers/promises';
import type { DropDefinition } from '@droptrack/catalogue';
import type { Drop } from '@droptrack/contracts';
import type { HttpResponse } from '../../load/response';
import { BenchError } from '../../processes/bench-error';
import { applyDrops, type InstancesContext, issueKey, madeUpDrop } from '../context';
import { type Instance, msUntilAll } from '../instance';
import { type Change, type Delay, isShown, judgeAge, judgeDelay } from './delay';
import { readDrop, type Sighting, Watch } from './watch';

/** Keys that each watch uses in rotation. */
const KEYS = 15;
/** Between two reads: long before the change is due, and around that time. */
const PAUSE_MS = { far: 500, near: 20 } as const;
const NEAR_MS = 1_500;

/** A drop to apply, with its name in the findings. */
interface Expected {
  readonly what: string;
  readonly drop: DropDefinition;
}

/** The time until a change of the catalogue is visible on all instances, to the plan pro and to the plan free. */
export async function checkViews(context: InstancesContext, instances: readonly Instance[]): Promise<void> {
  const { plan, findings, progress } = context;
  const delay: Delay = { delayMs: plan.freeDelaySeconds * 1_000, lateMsMax: plan.lateMs.free };
  const old = madeUpDrop(0);
  const expected: Expected[] = [
    { what: 'a changed drop', drop: { ...old, name: `${old.name}, renamed` } },
    { what: 'a new drop', drop: madeUpDrop(plan.drops) },
  ];
  await untilFreeSees(context, instances, old.id);
  progress(`A drop changes and another is new; visible to free ${plan.freeDelaySeconds} s later …`);
  const dueMs = Date.now() + delay.delayMs;
  const watches = await Promise.all(expected.map(({ drop }) => watchAll(context, instances, drop.id, dueMs)));
  const recordedAtMs = await applyAndRead(context, instances, expected);
  const changes = expected.map(({ what, drop: { name } }): Change => ({ what, name, recordedAtMs }));
  await untilSeen(watches, changes, delay);
  const seen = await Promise.all(watches.map((each) => Promise.all(each.map((watch) => watch.end()))));
  changes.forEach((change, index) => judgeDelay(findings, seen[index] ?? [], change, delay));
  judgeAge(findings, seen.flat(2), delay);
}

/** Waits until all watches have seen their change, from a little after it is due to the end of the tolerance. */
async function untilSeen(
  watches: readonly (readonly Watch[])[],
  changes: readonly Change[],
  { delayMs, lateMsMax }: Delay,
): Promise<void> {
  const dueMs = Math.max(...changes.map(({ recordedAtMs }) => recordedAtMs)) + delayMs;
  await sleep(Math.max(0, dueMs + NEAR_MS - Date.now()));
  const haveSeen = (): boolean =>
    changes.every((change, index) =>
      watches[index]?.every(({ sightings }) => sightings.some((sighting) => isShown(sighting, change))),
    );
  while (!haveSeen() && Date.now() <= dueMs + lateMsMax) await sleep(PAUSE_MS.near);
}

/** Applies drops and waits for the plan pro. @returns the instant at which the log recorded them. */
async function applyAndRead(
  context: InstancesContext,
  instances: readonly Instance[],
  expected: readonly Expected[],
): Promise<number> {
  const pro = await issueKey(context, 'pro');
  await applyDrops(
    context.db,
    expected.map(({ drop }) => drop),
  );
  const committedMs = performance.now();
  const recorded: number[] = [];
  const check = async ({ what, drop: { id, name } }: Expected): Promise<void> => {
    const isMet = (response: HttpResponse): boolean => {
      const shown = response.status === 200 ? response.json<Drop>() : null;
      if (shown?.name === name) recorded.push(Date.parse(shown.updated_at));
      return shown?.name === name;
    };
    const afterMs = await msUntilAll(instances, committedMs, (client) => client.get(`/v1/drops/${id}`, pro), isMet);
    const mostMs = context.plan.lateMs.live;
    context.findings.addAtMost(`${what}: visible to pro on all instances after`, afterMs, mostMs, ' ms');
  };
  await Promise.all(expected.map(check));
  return Math.max(...recorded);
}

/** One watch for each instance, which reads more often when the change is due. */
async function watchAll(
  context: InstancesContext,
  instances: readonly Instance[],
  id: string,
  dueMs: number,
): Promise<Watch[]> {
  const issueAll = (): Promise<string[]> => Promise.all(Array.from({ length: KEYS }, () => issueKey(context, 'free')));
  const pauseMs = (): number => (Date.now() < dueMs - NEAR_MS ? PAUSE_MS.far : PAUSE_MS.near);
  return Promise.all(instances.map(async ({ client }) => new Watch({ client, id, keys: await issueAll() }, pauseMs)));
}

/** Waits until the catalogue itself is visible to the plan free. */
async function untilFreeSees(context: InstancesContext, instances: readonly Instance[], id: string): Promise<void> {
  const key = await issueKey(context, 'free');
  const untilMs = Date.now() + context.plan.freeDelaySeconds * 1_000 + 60_000;
  for (const { client, name } of instances) {
    for (let seen: Sighting | null = null; seen?.status !== 200; seen = await readDrop(client, id, key)) {
      if (Date.now() > untilMs) throw new BenchError(`${name} never shows the catalogue to the plan free`);
      if (seen !== null) await sleep(2 * PAUSE_MS.far);
    }
  }
}
