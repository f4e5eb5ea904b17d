import { execFileSync } from 'node:child_process';
import type { Published } from './published';

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
}

/** Tag of a release. */
export interface Tag {
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

/** Paths outside of which nothing can change the published content. */
export const CANDIDATES = ['libs', 'LICENSE', LOCK, COMPILER];

/** Queries to a repository, none of which changes it. */
export class Git {
  constructor(private readonly root: string) {}

  /** Highest version among the ancestors of the current commit; null before the first release. */
  lastRelease(): Tag | null {
    const tags = this.#run(['tag', '--list', 'sdk@*', '--merged', 'HEAD', '--sort=-version:refname']).split('\n');
    for (const tag of tags) {
      const version = RELEASE_TAG.exec(tag)?.[1];
      if (version !== undefined) return { tag, version };
    }
    return null;
  }

  /** True if a commit after the tag may have changed the published content. Cheap: it needs no build. */
  hasCandidates(tag: string): boolean {
    return this.#log(tag, CANDIDATES).length > 0;
  }

  /** Commits after a tag that changed the published content, newest first. */
  publishedCommits(tag: string, { files, packages }: Published): Commit[] {
    const paths = [...files, ...this.#removedFiles(tag, files)];
    const counted = new Set(this.#log(tag, paths).map(({ hash }) => hash));
    return this.#log(tag, [...paths, LOCK, COMPILER]).filter(
      ({ hash }) => counted.has(hash) || this.#settingsAt(hash, packages) !== this.#settingsAt(`${hash}^`, packages),
    );
  }

  /** Name of the checked-out branch; empty if there is none. */
  branch(): string {
    return this.#run(['branch', '--show-current']).trim();
  }

  /** True if the files are those of the current commit. */
  isClean(): boolean {
    return this.#run(['status', '--porcelain']).trim() === '';
  }

  /** Hash of the commit of a tag. */
  commitOf(tag: string): string {
    return this.#run(['rev-parse', `${tag}^{}`]).trim();
  }

  #log(tag: string, paths: readonly string[]): Commit[] {
    const format = ['--no-merges', '--full-history', `--format=%H${FIELD}%s${FIELD}%b${RECORD}`];
    const log = this.#run(['--literal-pathspecs', 'log', ...format, `${tag}..HEAD`, '--', ...paths]);
    return log.split(RECORD).flatMap((record) => {
      const [hash = '', subject = '', body = ''] = record.trim().split(FIELD);
      return hash === '' ? [] : [{ hash, subject, body }];
    });
  }

  /** Files of the published libraries that were removed or renamed since the tag: the package may have contained them. */
  #removedFiles(tag: string, files: readonly string[]): string[] {
    const sources = [...new Set(files.flatMap((file) => LIBRARY_SOURCES.exec(file)?.[0] ?? []))];
    if (sources.length === 0) return [];
    const diff = ['diff', '--no-renames', '--diff-filter=D', '--name-only', tag, 'HEAD', '--', ...sources];
    return this.#run(diff)
      .split('\n')
      .filter((file) => file !== '' && !TEST.test(file));
  }

  /** The parts of the lock file and of the compiler's settings that change the package. */
  #settingsAt(commit: string, packages: readonly string[]): string {
    const { packages: locked = {} } = this.#json<{ packages?: Record<string, { version: string }> }>(commit, LOCK);
    const { compilerOptions = {} } = this.#json<{ compilerOptions?: object }>(commit, COMPILER);
    return JSON.stringify([packages.map((name) => locked[name]?.version), { ...compilerOptions, paths: undefined }]);
  }

  /** Content of a file at a commit; empty if one of them does not exist. */
  #json<Content extends object>(commit: string, file: string): Partial<Content> {
    const output = this.#run(['cat-file', '--batch'], `${commit}:${file}\n`);
    const [head = '', ...content] = output.split('\n');
    return head.endsWith(' missing') ? {} : (JSON.parse(content.join('\n')) as Content);
  }

  #run(args: readonly string[], input = ''): string {
    return execFileSync('git', args, { cwd: this.root, input, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
  }
}
