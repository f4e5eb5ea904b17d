import { SourceError } from '@droptrack/connectors';
import { cleanName } from '@droptrack/discovery';
import type { z } from 'zod';

/** Place of a value in a response, for errors. */
export interface ResponsePart {
  /** Name or host of the source. */
  readonly source: string;
  /** Path of the value, such as `events[3].markets`; the whole body by default. */
  readonly path?: string;
}

/**
 * Parses a part of a response; unknown members are ignored.
 *
 * @throws {SourceError} `wrong_shape`; its message names the source and the path of the first violation.
 */
export function parseResponse<Shape>(
  shape: z.ZodType<Shape>,
  value: unknown,
  { source, path = '' }: ResponsePart,
): Shape {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const steps = (issue?.path ?? []).map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  // Keys of a response are texts of strangers.
  const at = cleanName(`${path}${steps.join('')}`.replace(/^\./, ''), PATH_LENGTH_MAX) ?? '';
  const message = `${source}: ${issue?.message ?? 'unexpected response'} at ${JSON.stringify(at)}`;
  throw new SourceError('wrong_shape', message, null, { cause: parsed.error });
}

const PATH_LENGTH_MAX = 120;
