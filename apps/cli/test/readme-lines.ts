import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces } from '../src/config/places';
import type { Call } from '../src/testing/run-call';
import { codeBlocks } from '../src/testing/recorded-output';
import { builtProgram } from '@droptrack/program/testing';
import { until } from './service';

const { root } = findPlaces(__dirname);
/** Pages whose lines a new user pastes: the tour continues the README in the same shell. */
const PAGES = ['README.md', 'docs/tour.md'];
const BLOCKS = PAGES.flatMap((page) => codeBlocks(readFileSync(join(root, page), 'utf8'), 'sh'));

/** The block of these pages that has a line, with its text. */
function blockWith(line: RegExp): string {
  const block = BLOCKS.find((text) => line.test(text));
  if (block === undefined) throw new Error(`README and tour have no block with ${line}`);
  return block;
}

/** Lines of the tour that use the service from elsewhere, by the user whom each names. */
export function readmeLines(): Map<string, string> {
  const lines = blockWith(/^claude mcp add/m)
    .trimEnd()
    .split('\n');
  return new Map(
    lines.map((text) => {
      const [, line, user] = /^(.+?) {3}# ([^:,]+)/.exec(text) ?? [];
      if (line === undefined || user === undefined) throw new Error(`Not a line with its user: ${text}`);
      return [user, line];
    }),
  );
}

/** Line of the tour that listens to events, from the commands. */
export const listenLine = (): string => /^npx droptrack webhooks listen .*$/m.exec(blockWith(/ webhooks listen /))![0];

/** Blocks of shell lines that run beside a running service: the tour of the API, and the commands. */
export const README_BLOCKS = {
  tour: `${blockWith(/^post\(\)/m)}${blockWith(/^post \/v1\/wallets/m)}`,
  commands: blockWith(/^npx droptrack --help/m),
} as const;
/** Number of blocks of shell lines; the others start the service, or belong to a user each ({@link readmeLines}). */
export const README_BLOCK_COUNT = BLOCKS.length;

/** Word before the number and text of a line that failed, in {@link checkedScript}. */
export const FAILED_LINE = 'failed line';

/** Script that runs the lines of a block in one shell, and prints each that fails on standard error. Functions span lines. */
export function checkedScript(block: string): string {
  const statements = block.split(/\n(?! |\}|$)/);
  const checked = statements.map((statement, index) => {
    const [first = ''] = statement.split('\n');
    return `${statement}\n[ $? = 0 ] || printf '${FAILED_LINE} %s: %s\\n' ${index + 1} ${quote(first)} >&2`;
  });
  return checked.join('\n');
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Functions of the tour that the lines use. */
const FUNCTIONS = /^get\(\)[^]*?^(?=check\(\))/m.exec(blockWith(/^post\(\)/m))?.[0] ?? '';

/** Stand-ins: the built command line, a client that prints what it was given, and a generator that fetches its input. */
const STAND_INS = `
claude() { printf '%s\\n' "$@"; }
npx() {
  case $1 in
    droptrack)
      shift
      # It would listen until Ctrl-C.
      if [ "$1 $2" = 'webhooks listen' ] && [ "$LISTEN" = briefly ]; then
        timeout -s INT 10 "$NODE" "$DROPTRACK" "$@"
        [ $? = 124 ]
      else
        "$NODE" "$DROPTRACK" "$@"
      fi ;;
    openapi-typescript@7) curl -sSf "$2" -o "$4" ;;
    *) return 127 ;;
  esac
}
`;

/** Values that a user writes in place of those of the README. */
interface Substitutes {
  readonly apiUrl: string;
  readonly receiverUrl: string;
  /** Keys of the plans `pro`, the tour's, and `scale`. */
  readonly pro: string;
  readonly scale: string;
}

/** A line that runs. */
interface RunningLine {
  readonly words: { stdout: string; stderr: string };
  readonly ended: Promise<Call>;
  /** Interrupts it as Ctrl-C does. */
  stop(): Promise<Call>;
}

/** Shell of a new user, in a directory of its own. */
export class Shell {
  /** Output of all commands of Droptrack. */
  readonly said: string[] = [];

  constructor(
    private readonly directory: string,
    private readonly home: string,
    private readonly substitutes: Substitutes,
  ) {}

  /** Runs a line to its end. */
  run(line: string): Promise<Call> {
    return this.start(line).ended;
  }

  start(line: string): RunningLine {
    const { apiUrl, receiverUrl, pro, scale } = this.substitutes;
    const script = `${FUNCTIONS}${STAND_INS}${line}`
      .replaceAll('http://localhost:3000', apiUrl)
      .replaceAll('http://127.0.0.1:8080/hooks', receiverUrl)
      .replaceAll('dtk_…', scale);
    const child = spawn('bash', ['-c', script], {
      cwd: this.directory,
      env: {
        PATH: process.env['PATH'] ?? '',
        ...{ DROPTRACK_HOME: this.home, SOURCES_OFF: 'all', KEY: pro },
        ...{ NODE: process.execPath, DROPTRACK: builtProgram('cli') },
      },
      // A group of its own: Ctrl-C reaches all programs of a line.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const words = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (chunk: string) => (words[name] += chunk));
    }
    const ended = new Promise<Call>((resolve) => {
      child.once('close', (code) => {
        if (line.includes('npx droptrack')) this.said.push(words.stdout, words.stderr);
        resolve({ code: code ?? -1, ...words });
      });
    });
    const stop = (): Promise<Call> => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      return ended;
    };
    return { words, ended, stop };
  }
}

/** Waits for a pattern in the output of a line. @returns its match. */
export async function untilSaid({ words }: RunningLine, pattern: RegExp): Promise<RegExpExecArray> {
  const match = () => pattern.exec(words.stdout) ?? pattern.exec(words.stderr);
  await until(() => match() !== null);
  return match()!;
}
