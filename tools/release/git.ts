import { execFileSync } from 'node:child_process';
import type { Published } from './published';

/** The branch that is released. */
export const RELEASED_BRANCH = 'main';

/** A commit, as it was written. */
export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
}

/** A tag of a release. */
export interface Release {
  readonly tag: string;
  readonly version: string;
}

const RELEASE_TAG = /^sdk@(\d+\.\d+\.\d+)$/;
const LIBRARY_SOURCES = /^libs\/[^/]+\/src\//;
const TEST = /\.spec\.ts$|\/testing\//;
const LOCK = 'package-lock.json';
const COMPILER = 'tsconfig.base.json';
const FIELD = '\x1f';
const RECORD = '\x1e';
const OUTPUT_BYTES_MAX = 256 * 1024 ** 2;

/** What git knows of a repository; never changes anything. */
export class Git {
  constructor(private readonly root: string) {}

  /** The highest version that the current commit comes after; null before the first release. */
  lastRelease(): Release | null {
    const tags = this.#run(['tag', '--list', 'sdk@*', '--merged', 'HEAD', '--sort=-version:refname']).split('\n');
    for (const tag of tags) {
      const version = RELEASE_TAG.exec(tag)?.[1];
      if (version !== undefined) return { tag, version };
    }
    return null;
  }

  /** Commits that changed what is published, the newest first. @param after - a tag; null: all there ever were. */
  publishedCommits(after: string | null, { files, packages }: Published): Commit[] {
    const paths = [...files, ...this.#goneFiles(after, files)];
    const counted = new Set(this.#log(after, paths).map(({ hash }) => hash));
    return this.#log(after, [...paths, LOCK, COMPILER]).filter(
      ({ hash }) => counted.has(hash) || this.#settingsAt(hash, packages) !== this.#settingsAt(`${hash}^`, packages),
    );
  }

  /** Empty when no branch is checked out. */
  branch(): string {
    return this.#run(['branch', '--show-current']).trim();
  }

  /** Whether the files are those of the current commit. */
  isClean(): boolean {
    return this.#run(['status', '--porcelain']).trim() === '';
  }

  #log(after: string | null, paths: readonly string[]): Commit[] {
    const range = after === null ? 'HEAD' : `${after}..HEAD`;
    const form = ['--no-merges', '--full-history', `--format=%H${FIELD}%s${FIELD}%b${RECORD}`];
    const log = this.#run(['--literal-pathspecs', 'log', ...form, range, '--', ...paths]);
    return log.split(RECORD).flatMap((record) => {
      const [hash = '', subject = '', body = ''] = record.trim().split(FIELD);
      return hash === '' ? [] : [{ hash, subject, body }];
    });
  }

  /** Files that were removed or renamed since, of the libraries that are published: they may have been in the package. */
  #goneFiles(after: string | null, files: readonly string[]): string[] {
    const sources = [...new Set(files.flatMap((file) => LIBRARY_SOURCES.exec(file)?.[0] ?? []))];
    if (after === null || sources.length === 0) return [];
    const gone = this.#run(['diff', '--no-renames', '--diff-filter=D', '--name-only', after, 'HEAD', '--', ...sources]);
    return gone.split('\n').filter((file) => file !== '' && !TEST.test(file));
  }

  /** Of files that say much else as well: which versions of these packages, and how the compiler is told to compile. */
  #settingsAt(commit: string, packages: readonly string[]): string {
    const { packages: locked = {} } = this.#json<{ packages?: Record<string, { version: string }> }>(commit, LOCK);
    const { compilerOptions = {} } = this.#json<{ compilerOptions?: object }>(commit, COMPILER);
    return JSON.stringify([packages.map((name) => locked[name]?.version), { ...compilerOptions, paths: undefined }]);
  }

  /** Empty where there is no such commit or file. */
  #json<Content extends object>(commit: string, file: string): Partial<Content> {
    const said = this.#run(['cat-file', '--batch'], `${commit}:${file}\n`);
    const [head = '', ...content] = said.split('\n');
    return head.endsWith(' missing') ? {} : (JSON.parse(content.join('\n')) as Content);
  }

  #run(args: readonly string[], input = ''): string {
    return execFileSync('git', args, { cwd: this.root, input, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
  }
}
