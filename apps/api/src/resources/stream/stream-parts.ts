import type { Sql } from '@droptrack/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { LiveCatalogue } from '../../catalogue/live-catalogue';
import type { KeyStore } from '../../platform/auth/key-store';

/** Dependencies of the streams. */
export interface StreamParts {
  readonly catalogue: Pick<LiveCatalogue, 'requireView' | 'seq'>;
  /** Database with a statement timeout. */
  readonly db: Sql;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly registry: Registry;
  /** Records a response whose client disconnected before its end. */
  readonly recordResponse: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Called when events cannot be read; streams continue by themselves, or their clients reconnect. */
  readonly onFailed: (error: unknown) => void;
  /** Maximum number of streams of this process. */
  readonly streamsMax: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Random number from 0 to 1. */
  readonly random: () => number;
}
