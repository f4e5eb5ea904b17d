import { setTimeout as sleep } from 'node:timers/promises';
import type { DropDefinition } from '@droptrack/catalogue';
import type { Drop } from '@droptrack/contracts';
import { BenchError } from '../../bench/process/bench-error';
import { applyDrops, madeUpDrop } from '../setup/catalogue';
import { heldAfterMs } from '../setup/held-after';
import type { Instance } from '../setup/instance';
import { issue, type Stage } from '../stage';
import type { Answer } from '../wire/answer';
import { type Behind, type Change, isShown, judgeAge, judgeLate } from './late';
import { lookAt, type Sighting, Watch } from './watch';

/** Keys that each watch asks with in turn. */
const KEYS = 15;
/** While nothing is to be expected, and around the time when it is. */
const PAUSE_MS = { far: 500, near: 20 } as const;
const NEAR_MS = 1_500;

/** What is applied, and how it is called. */
interface Expected {
  readonly what: string;
  readonly drop: DropDefinition;
}

/** How a change of the catalogue comes to be seen on all instances, by the plan pro and by the plan free. */
export async function checkViews(stage: Stage, instances: readonly Instance[]): Promise<void> {
  const { plan, findings, progress } = stage;
  const delayMs = plan.freeDelaySeconds * 1_000;
  const behind: Behind = { delayMs, lateMsMax: plan.lateMs.free };
  const old = madeUpDrop(0);
  const expected: Expected[] = [
    { what: 'a changed drop', drop: { ...old, name: `${old.name}, renamed` } },
    { what: 'a new drop', drop: madeUpDrop(plan.drops) },
  ];
  await untilFreeSees(stage, instances, old.id);
  progress(`A drop changes and one is new; free sees it ${plan.freeDelaySeconds} s later …`);
  const dueMs = Date.now() + delayMs;
  const watches = await Promise.all(expected.map(({ drop }) => watchAll(stage, instances, drop.id, dueMs)));
  const recordedAtMs = await applyAndSee(stage, instances, expected);
  const changes = expected.map(({ what, drop: { name } }): Change => ({ what, name, recordedAtMs }));
  await untilSeen(watches, changes, behind);
  const seen = await Promise.all(watches.map((each) => Promise.all(each.map((watch) => watch.end()))));
  changes.forEach((change, index) => judgeLate(findings, seen[index] ?? [], change, behind));
  judgeAge(findings, seen.flat(2), behind);
}

/** A while longer than the changes are due, and until all watches have seen theirs or it is too late for that. */
async function untilSeen(
  watches: readonly (readonly Watch[])[],
  changes: readonly Change[],
  { delayMs, lateMsMax }: Behind,
): Promise<void> {
  const dueMs = Math.max(...changes.map(({ recordedAtMs }) => recordedAtMs)) + delayMs;
  await sleep(Math.max(0, dueMs + NEAR_MS - Date.now()));
  const haveSeen = (): boolean =>
    changes.every((change, index) =>
      watches[index]?.every(({ sightings }) => sightings.some((sighting) => isShown(sighting, change))),
    );
  while (!haveSeen() && Date.now() <= dueMs + lateMsMax) await sleep(PAUSE_MS.near);
}

/** @returns when the log has it, by what the plan pro sees. */
async function applyAndSee(
  stage: Stage,
  instances: readonly Instance[],
  expected: readonly Expected[],
): Promise<number> {
  const pro = await issue(stage, 'pro');
  await applyDrops(
    stage.db,
    expected.map(({ drop }) => drop),
  );
  const committedMs = performance.now();
  const recorded: number[] = [];
  await Promise.all(
    expected.map(async ({ what, drop: { id, name } }) => {
      const isThere = (answer: Answer): boolean => {
        const shown = answer.status === 200 ? answer.json<Drop>() : null;
        if (shown?.name === name) recorded.push(Date.parse(shown.updated_at));
        return shown?.name === name;
      };
      const afterMs = await heldAfterMs(
        instances,
        committedMs,
        (client) => client.get(`/v1/drops/${id}`, pro),
        isThere,
      );
      stage.findings.noteAtMost(`${what}: pro sees it on all instances after`, afterMs, stage.plan.lateMs.live, ' ms');
    }),
  );
  return Math.max(...recorded);
}

/** One watch for each instance, more often when the change falls due. */
async function watchAll(stage: Stage, instances: readonly Instance[], id: string, dueMs: number): Promise<Watch[]> {
  const keys = await Promise.all(
    instances.map(() => Promise.all(Array.from({ length: KEYS }, () => issue(stage, 'free')))),
  );
  const pauseMs = (): number => (Date.now() < dueMs - NEAR_MS ? PAUSE_MS.far : PAUSE_MS.near);
  return instances.map(({ client }, index) => new Watch({ client, id, keys: keys[index] ?? [] }, pauseMs));
}

/** The catalogue itself must be of age before a change of it can be waited for. */
async function untilFreeSees(stage: Stage, instances: readonly Instance[], id: string): Promise<void> {
  const key = await issue(stage, 'free');
  const untilMs = Date.now() + stage.plan.freeDelaySeconds * 1_000 + 60_000;
  for (const { client, name } of instances) {
    for (let seen: Sighting | null = null; seen?.status !== 200; seen = await lookAt(client, id, key)) {
      if (Date.now() > untilMs) throw new BenchError(`${name} never shows the catalogue to the plan free`);
      if (seen !== null) await sleep(2 * PAUSE_MS.far);
    }
  }
}
