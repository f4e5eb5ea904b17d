import { explainDatabaseError } from '@droptrack/persistence/faults';
import { createLogger as createJsonLogger, type LogLevel } from '@droptrack/program/logging';
import type { DestinationStream, Logger } from 'pino';
import { LineBuffer } from '../fast-path/access-log';

/** Logger of the API. Its buffer of lines is faster than pino's (`../fast-path/README.md`). */
export const createLogger = (level: LogLevel, destination: DestinationStream = new LineBuffer()): Logger =>
  createJsonLogger('api', level, destination, explainDatabaseError);
