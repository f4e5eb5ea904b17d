import { DomainError } from '../../platform/errors/domain-error';

/** The account has no calendar with this id. Calendars of other accounts cause the same error, so that ids cannot be probed. */
export class CalendarNotFoundError extends DomainError {
  override readonly name = 'CalendarNotFoundError';
  constructor() {
    super('calendar_not_found', 'No calendar of this account has this id; see GET /v1/calendars');
  }
}

/** No calendar can be read at this address. All reasons cause the same error, so that addresses cannot be probed. */
export class CalendarAddressError extends DomainError {
  override readonly name = 'CalendarAddressError';
  constructor() {
    super('calendar_not_found', 'No calendar has this address: it is mistyped, or was replaced or deleted');
  }
}
