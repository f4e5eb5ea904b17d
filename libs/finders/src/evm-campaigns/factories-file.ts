import { readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { type FactoriesFile, type FactoriesViolation, parseFactories } from './factories';

const FILE_BYTES_MAX = 1024 * 1024;

/** Invalid file of factories. Lists all violations, each with its line and path. */
export class FactoriesFileError extends Error {
  override readonly name = 'FactoriesFileError';
  constructor(readonly violations: readonly string[]) {
    super(`Invalid file of factories:\n${violations.map((violation) => `  ${violation}`).join('\n')}`);
  }
}

/**
 * Reads the operator's YAML file of factories, of the same shape as the files in `factories`.
 *
 * @throws {FactoriesFileError}
 */
export function readFactoriesFile(path: string): FactoriesFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code: reason = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new FactoriesFileError([`${path}: cannot be read (${reason})`]);
  }
  return parseFactoriesText(path, text);
}

/**
 * Parses the text of a file of factories.
 *
 * @param path - name in messages.
 * @throws {FactoriesFileError}
 */
export function parseFactoriesText(path: string, text: string): FactoriesFile {
  if (text.length > FILE_BYTES_MAX) throw new FactoriesFileError([`${path}: is larger than 1 MiB`]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    throw new FactoriesFileError(
      document.errors.map(({ pos, message }) => `${path}:${lines.linePos(pos[0]).line}: ${firstLine(message)}`),
    );
  }
  const { file, violations } = parseFactories(document.toJS({ maxAliasCount: 100 }));
  if (file !== null) return file;
  const lineOf = ({ path: steps }: FactoriesViolation): number => {
    for (let length = steps.length; length > 0; length--) {
      const node = document.getIn(steps.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  throw new FactoriesFileError(
    violations.map((each) => `${path}:${lineOf(each)}: ${each.path.join('.')}: ${each.message}`.replace(': : ', ': ')),
  );
}

const firstLine = (message: string): string => message.split('\n', 1)[0] ?? '';
