import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's own messages in the service's log; how it wires itself up is for debugging only. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({ part: 'nest' }, String(message));
  }
  warn(message: unknown): void {
    this.logger.warn({ part: 'nest' }, String(message));
  }
  error(message: unknown): void {
    this.logger.error({ part: 'nest' }, String(message));
  }
}
