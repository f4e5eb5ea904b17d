import { RULESET_2026_1, type SignalId, type SignalRule } from '@droptrack/scoring';

/** One value of a signal that a source returned. */
export interface NewReading {
  readonly dropId: string;
  readonly signal: SignalId;
  /** Instant of observation, milliseconds since the epoch. */
  readonly observedAtMs: number;
  /** In the signal's own unit, 0 or above; a fraction at most 1. */
  readonly value: number;
  /** Name of the source: 1 to 64 characters. */
  readonly source: string;
  /** Line of the file; the index in the input when not given. */
  readonly line?: number;
}

/** Start of the first chain: no signal can be older. */
const EARLIEST_MS = Date.UTC(2009, 0, 1);
export const SOURCE_LENGTH_MAX = 64;
const DROP_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const DROP_ID_LENGTH_MAX = 64;
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;
const RULES: ReadonlyMap<string, SignalRule> = new Map(RULESET_2026_1.hype.signals.map((rule) => [rule.id, rule]));

/**
 * Violation of the rules for a single reading, as the end of a sentence; null for a valid reading.
 *
 * @param nowMs - latest instant of observation, milliseconds since the epoch.
 */
export function violationOf({ dropId, signal, value, observedAtMs, source }: NewReading, nowMs: number): string | null {
  // Rejected here: such text may hold characters that the database does not accept.
  if (dropId.length > DROP_ID_LENGTH_MAX || !DROP_ID.test(dropId)) return `drop ${quote(dropId)} is not known`;
  const rule = RULES.get(signal);
  if (rule === undefined) return `signal ${quote(signal)} is not known; known are ${READABLE.join(', ')}`;
  if (rule.aging === null) return `signal "${signal}" is computed from the calendar and cannot be imported`;
  if (!Number.isFinite(value)) return 'value must be a finite number';
  if (value < 0) return 'value must not be negative';
  if (rule.scale === null && value > 1) return `value of ${signal} must be from 0 to 1`;
  if (!Number.isInteger(observedAtMs) || observedAtMs < EARLIEST_MS) return 'observed_at must be an instant since 2009';
  if (observedAtMs > nowMs) return 'observed_at lies in the future';
  if (source.length === 0 || source.length > SOURCE_LENGTH_MAX) return 'source must have 1 to 64 characters';
  if (CONTROL_CHARACTERS.test(source)) return 'source must be plain text';
  return null;
}

const READABLE = [...RULES.values()].flatMap(({ id, aging }) => (aging === null ? [] : [id]));

const QUOTED_LENGTH_MAX = 60;

/** Untrusted text, shortened and quoted for a message. */
function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED_LENGTH_MAX ? `${text.slice(0, QUOTED_LENGTH_MAX)}…` : text);
}
