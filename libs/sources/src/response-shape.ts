import { SourceError } from './source-error';
import type { z } from 'zod';

/** Maximum length of a path in a message. */
const PATH_LENGTH_MAX = 200;

/**
 * Validates the body of a response.
 *
 * @param host - named in the message, such as `hub.snapshot.org`.
 * @throws {SourceError} `wrong_shape`; its message names the path of the first wrong member. Keys of a source are part of the
 *   path, so their characters beyond visible ASCII are replaced.
 */
export function validResponse<Shape>(host: string, shape: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const path = (parsed.error.issues[0]?.path ?? []).map(String).join('.').slice(0, PATH_LENGTH_MAX);
  const shown = path.replace(/[^\x21-\x7e]/gu, '?').replaceAll('"', '?');
  throw new SourceError('wrong_shape', `${host}: unexpected response at "${shown}"`, null, { cause: parsed.error });
}
