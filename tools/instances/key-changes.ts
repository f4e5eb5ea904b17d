import type { ApiKey } from '@droptrack/persistence';
import type { HttpResponse } from '../load/response';
import { type InstancesContext, issueKey } from './context';
import { type Instance, msUntilAll } from './instance';

const OWN_LIMIT = 20_000;

/** A change of a key, and the response that shows it. */
interface KeyChange {
  readonly what: string;
  readonly apply: (context: InstancesContext, key: ApiKey) => Promise<unknown>;
  readonly isShown: (response: HttpResponse) => boolean;
}

const isRejected = ({ status }: HttpResponse): boolean => status === 401;
const hasPolicy =
  (plan: string, limit: number) =>
  (response: HttpResponse): boolean =>
    response.header('ratelimit-policy') === `"${plan}";q=${limit};w=60`;

const CHANGES: readonly KeyChange[] = [
  {
    what: 'a plan changed to scale',
    apply: ({ keys }, { id }) => keys.change(id, { plan: 'scale' }, new Date()),
    isShown: hasPolicy('scale', 10_000),
  },
  {
    what: 'a limit of its own',
    apply: ({ keys }, { id }) => keys.change(id, { plan: 'scale', requestsPerMinute: OWN_LIMIT }, new Date()),
    isShown: hasPolicy('scale', OWN_LIMIT),
  },
  {
    what: 'a plan changed to free',
    apply: ({ keys }, { id }) => keys.change(id, { plan: 'free' }, new Date()),
    isShown: hasPolicy('free', 60),
  },
  {
    what: 'a rotation without grace period',
    apply: ({ keys }, { id }) => keys.rotate(id, 0, new Date()),
    isShown: isRejected,
  },
  {
    what: 'a revocation',
    apply: ({ keys }, { id }) => keys.revoke(id, new Date()),
    isShown: isRejected,
  },
];

/** The time until a change of a key applies on all instances, each of which has the key in its cache. */
export async function checkKeyChanges(context: InstancesContext, instances: readonly Instance[]): Promise<void> {
  const { findings, keys, plan, progress } = context;
  progress('Changes of keys …');
  const msUntil = (secret: string, isMet: (response: HttpResponse) => boolean): Promise<number> =>
    msUntilAll(instances, performance.now(), (client) => client.get('/v1/me', secret), isMet);
  for (const { what, apply, isShown } of CHANGES) {
    const { key, secret } = await keys.issue({ plan: 'pro', label: 'instances' });
    await msUntil(secret, hasPolicy('pro', 600));
    await apply(context, key);
    findings.addAtMost(
      `${what}: applies on all instances after`,
      await msUntil(secret, isShown),
      plan.lateMs.live,
      ' ms',
    );
  }
  const afterMs = await msUntil(await issueKey(context, 'pro'), ({ status }) => status === 200);
  findings.addAtMost('a new key: accepted by all instances after', afterMs, plan.lateMs.live, ' ms');
}
