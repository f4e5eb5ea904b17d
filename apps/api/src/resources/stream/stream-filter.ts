import { WEBHOOK_EVENT_TYPES } from '@droptrack/contracts';
import { eventTypesNamed, type Subscription } from '@droptrack/webhooks';
import type { StreamDto } from './stream.dto';

/** Filter of a stream in canonical form: streams with equal keys receive the same bytes. */
export interface StreamFilter {
  readonly key: string;
  readonly subscription: Subscription;
}

/** Events of the log; `webhook.*` events belong to an account. */
const STREAMED_TYPES = WEBHOOK_EVENT_TYPES.filter((type) => !type.startsWith('webhook.'));

/** Canonical filter of a query: the order and the repetition of names do not matter, nor does the spelling of all types. */
export function filterOf({ type, drop, chain }: Pick<StreamDto, 'type' | 'drop' | 'chain'>): StreamFilter {
  const named = eventTypesNamed(type ?? ['*']);
  const events = STREAMED_TYPES.filter((name) => named.includes(name));
  const subscription = { events, drops: canonical(drop), chains: canonical(chain), minHype: null };
  return { key: JSON.stringify(subscription), subscription };
}

const canonical = (names: readonly string[] | undefined): string[] | null =>
  names === undefined ? null : [...new Set(names)].sort();
