import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from '../../../tools/test/install-packages';

const run = promisify(execFile);

/** Not a dependency: it has 34 MB and needs Java. */
const CHECKER = 'vnu-jar@26.9.27';

/** Errors of the Nu HTML checker, or the reason why it cannot run here. */
type CheckedHtml = { readonly errors: readonly string[] } | { readonly skipped: string };

interface Message {
  readonly type: string;
  readonly url?: string;
  readonly lastLine?: number;
  readonly message: string;
  readonly extract?: string;
}

/** Checks documents by their names. */
export async function checkHtml(documents: Readonly<Record<string, string>>): Promise<CheckedHtml> {
  const hasJava = await run('java', ['-version']).then(
    () => true,
    () => false,
  );
  if (!hasJava) return { skipped: 'there is no Java' };
  const installed = installPackages(CHECKER);
  if (installed === null) return { skipped: 'the checker cannot be installed' };
  const { folder, remove } = installed;
  try {
    const files = await Promise.all(
      Object.entries(documents).map(async ([name, html]) => {
        const file = join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.html`);
        await writeFile(file, html);
        return file;
      }),
    );
    const jar = join(folder, 'node_modules/vnu-jar/build/dist/vnu.jar');
    const args = ['-jar', jar, '--errors-only', '--exit-zero-always', '--stdout', '--format', 'json', ...files];
    const { stdout } = await run('java', args, { maxBuffer: 32 * 1024 * 1024 });
    const { messages } = JSON.parse(stdout) as { messages: readonly Message[] };
    return {
      errors: messages.map(
        ({ url = '', lastLine, message, extract = '' }) =>
          `${url.replace(/^.*\//, '')}:${lastLine}: ${message}: ${extract}`,
      ),
    };
  } finally {
    remove();
  }
}
