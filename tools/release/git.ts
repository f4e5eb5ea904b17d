import { execFileSync } from 'node:child_process';
import { PUBLISHED_PATHS } from './published-paths';

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
const FIELD = '\x1f';
const RECORD = '\x1e';
const OUTPUT_BYTES_MAX = 256 * 1024 ** 2;

/** What git knows of a repository; never changes anything. */
export class Git {
  constructor(private readonly root: string) {}

  /** The highest version that the current commit comes after; null before the first release. */
  lastRelease(): Release | null {
    const tags = this.#run('tag', '--list', 'sdk@*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');
    for (const tag of tags) {
      const version = RELEASE_TAG.exec(tag)?.[1];
      if (version !== undefined) return { tag, version };
    }
    return null;
  }

  /** Commits that changed what is published, the newest first. @param after - a tag; null: all there ever were. */
  publishedCommits(after: string | null): Commit[] {
    const range = after === null ? 'HEAD' : `${after}..HEAD`;
    const format = `--format=%H${FIELD}%s${FIELD}%b${RECORD}`;
    const log = this.#run('log', '--no-merges', '--full-history', format, range, '--', ...PUBLISHED_PATHS);
    return log.split(RECORD).flatMap((record) => {
      const [hash = '', subject = '', body = ''] = record.trim().split(FIELD);
      return hash === '' ? [] : [{ hash, subject, body }];
    });
  }

  /** Empty when no branch is checked out. */
  branch(): string {
    return this.#run('branch', '--show-current').trim();
  }

  /** Whether the files are those of the current commit. */
  isClean(): boolean {
    return this.#run('status', '--porcelain').trim() === '';
  }

  #run(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
  }
}
