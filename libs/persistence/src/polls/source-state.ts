import type { SourceHealth } from './source.repository';

/** Maximum age of a worker's last report; workers report several times a minute. */
export const REPORT_AGE_MS_MAX = 5 * 60_000;
/** Maximum lag of a poll; a longer one means that the request budget is too small. */
const LAG_MS_MAX = 60 * 60_000;

/**
 * State of a source: not polled (`off`), needed by no drop (`unused`), polled by no worker for a while (`unseen`), failing for
 * most drops (`failing`), with a host that gets no requests (`held_back`), polled late (`late`), or none of these (`ok`).
 */
export type SourceState = 'off' | 'unused' | 'unseen' | 'failing' | 'held_back' | 'late' | 'ok';

/** Derives the state of a source from its health at an instant. */
export function sourceStateOf(
  { offReason, drops, heldBack, failing, lagMs, seenAtMs }: SourceHealth,
  atMs: number,
): SourceState {
  if (offReason !== null) return 'off';
  if (drops === 0) return 'unused';
  if (atMs - seenAtMs > REPORT_AGE_MS_MAX) return 'unseen';
  // A wrong name of one drop among many says nothing about the source.
  if (failing > drops / 2) return 'failing';
  if (heldBack.length > 0) return 'held_back';
  return lagMs > LAG_MS_MAX ? 'late' : 'ok';
}
