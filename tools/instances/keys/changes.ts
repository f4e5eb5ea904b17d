import type { ApiKey } from '@droptrack/persistence';
import { heldAfterMs } from '../setup/held-after';
import type { Instance } from '../setup/instance';
import { issue, type Stage } from '../stage';
import type { Answer } from '../wire/answer';
import type { Client } from '../wire/client';

const OWN_LIMIT = 20_000;

/** A change of a key, and what shows that it holds. */
interface KeyChange {
  readonly what: string;
  readonly make: (stage: Stage, key: ApiKey) => Promise<unknown>;
  readonly holds: (answer: Answer) => boolean;
}

const isRefused = ({ status }: Answer): boolean => status === 401;
const hasPolicy =
  (plan: string, limit: number) =>
  (answer: Answer): boolean =>
    answer.header('ratelimit-policy') === `"${plan}";q=${limit};w=60`;

const CHANGES: readonly KeyChange[] = [
  {
    what: 'a plan changed to scale',
    make: ({ keys }, { id }) => keys.change(id, { plan: 'scale' }, new Date()),
    holds: hasPolicy('scale', 10_000),
  },
  {
    what: 'a limit of its own',
    make: ({ keys }, { id }) => keys.change(id, { plan: 'scale', requestsPerMinute: OWN_LIMIT }, new Date()),
    holds: hasPolicy('scale', OWN_LIMIT),
  },
  {
    what: 'a plan changed to free',
    make: ({ keys }, { id }) => keys.change(id, { plan: 'free' }, new Date()),
    holds: hasPolicy('free', 60),
  },
  {
    what: 'a rotation without grace time',
    make: ({ keys }, { id }) => keys.rotate(id, 0, new Date()),
    holds: isRefused,
  },
  {
    what: 'a revocation',
    make: ({ keys }, { id }) => keys.revoke(id, new Date()),
    holds: isRefused,
  },
];

/** How soon a change of a key holds on all instances, each of which has the key in its memory. */
export async function checkKeyChanges(stage: Stage, instances: readonly Instance[]): Promise<void> {
  stage.progress('Changes of keys …');
  for (const { what, make, holds } of CHANGES) {
    const { key, secret } = await stage.keys.issue({ plan: 'pro', label: 'instances' });
    const ask = (client: Client): Promise<Answer> => client.get('/v1/me', secret);
    await heldAfterMs(instances, performance.now(), ask, hasPolicy('pro', 600));
    await make(stage, key);
    const afterMs = await heldAfterMs(instances, performance.now(), ask, holds);
    stage.findings.noteAtMost(`${what}: holds on all instances after`, afterMs, stage.plan.lateMs.live, ' ms');
  }
  const secret = await issue(stage, 'pro');
  const afterMs = await heldAfterMs(
    instances,
    performance.now(),
    (client) => client.get('/v1/me', secret),
    ({ status }) => status === 200,
  );
  stage.findings.noteAtMost('a new key: lets in at all instances after', afterMs, stage.plan.lateMs.live, ' ms');
}
