import { DomainError } from '../../platform/errors/domain-error';
import { SEQUENCE_MAX } from './stream.dto';

const NAME = 'Last-Event-ID';

/**
 * Sequence of a `Last-Event-ID`; null without one. It wins over the query, which a browser repeats unchanged when it
 * reconnects.
 *
 * @throws {DomainError} `invalid_parameter`
 */
export function lastEventId(header: string | string[] | undefined): number | null {
  // A browser that has received no id yet sends none; other clients send an empty one.
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && /^[0-9]{1,15}$/.test(header)) return Number(header);
  throw invalidLastEventId();
}

/** Rejection of a header that is no sequence. */
export function invalidLastEventId(): DomainError {
  const detail = `must be an integer from 0 to ${SEQUENCE_MAX}: the id of the last event`;
  return new DomainError('invalid_parameter', `${NAME} ${detail}`, {
    errors: [{ parameter: NAME, code: 'range', detail }],
  });
}
