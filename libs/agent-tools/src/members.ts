import { CURSOR_LENGTH_MAX, DROP_ID_LENGTH_MAX, DROP_ID_PATTERN } from '@droptrack/contracts';
import { z } from 'zod';

/** Schemas that arguments of several tools share. Only their bounds are published, which cost few tokens. */
export const dropId = z.string().max(DROP_ID_LENGTH_MAX).regex(DROP_ID_PATTERN, 'must be a slug such as linea');
export const chainId = z
  .string()
  .max(DROP_ID_LENGTH_MAX)
  .toLowerCase()
  .regex(DROP_ID_PATTERN, 'must be a slug such as base');
export const sample = z.boolean().default(false).describe('true: only fictional samples');

/** Part of a sentence that says what a list leaves out. */
export const samplesLeftOut = (isSample: boolean): string =>
  isSample ? ', fictional samples only' : ', samples left out';
export const cursor = z.string().min(1).max(CURSOR_LENGTH_MAX).describe('next_cursor of the last result');
export const limit = z.int().min(1).max(20).default(10);
export const day = z.iso.date('must be a date such as 2026-08-22');

/** Instant up to which a result is complete. */
export const asOf = z.iso.datetime();
