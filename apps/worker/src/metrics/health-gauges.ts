import { Gauge, type Registry } from 'prom-client';
import type { Clocks } from '../context';
import { sharedRead } from './metrics';

/** Members of the health of a source and of a finder that both have gauges for. */
interface Health {
  readonly id: string;
  readonly offReason: string | null;
  readonly heldBack: readonly unknown[];
  readonly answeredAtMs: number | null;
}

/** A gauge with one value per source or finder. */
export interface HealthGauge<T> {
  readonly name: string;
  readonly help: string;
  readonly of: (health: T, nowMs: number) => number;
}

interface HealthGaugesOptions<T> {
  /** Name of the label, and part of the names of the gauges. */
  readonly kind: 'source' | 'finder';
  /** Gauges beside those of both kinds. */
  readonly gauges: readonly HealthGauge<T>[];
  readonly read: (nowMs: number) => Promise<readonly T[]>;
  readonly clock: Pick<Clocks, 'now'>;
}

const GAUGES: readonly HealthGauge<Health>[] = [
  { name: 'on', help: '1 when it is used, 0 when it is off', of: ({ offReason }) => Number(!offReason) },
  {
    name: 'held_back_hosts',
    help: 'Hosts with an open circuit breaker or Retry-After',
    of: ({ heldBack }) => heldBack.length,
  },
  {
    name: 'answer_age_seconds',
    help: 'Time since the last success',
    of: ({ answeredAtMs }, nowMs) => (answeredAtMs === null ? Infinity : (nowMs - answeredAtMs) / 1_000),
  },
];

/**
 * Registers gauges per source or finder, read from the database at a scrape, over all workers. They have no values while the
 * database does not respond.
 */
export function registerHealthGauges<T extends Health>(
  registry: Registry,
  { kind, gauges, read, clock }: HealthGaugesOptions<T>,
): void {
  const readAll = sharedRead(() => read(clock.now()).catch((): readonly T[] => []), clock);
  for (const { name, help, of } of [...GAUGES, ...gauges]) {
    new Gauge({
      name: `droptrack_${kind}_${name}`,
      help,
      labelNames: [kind],
      registers: [registry],
      async collect() {
        const nowMs = clock.now();
        this.reset();
        for (const health of await readAll()) this.set({ [kind]: health.id }, of(health, nowMs));
      },
    });
  }
}
