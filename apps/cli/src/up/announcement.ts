import { PLANS } from '@droptrack/contracts';
import { formatTable } from '../output/table';
import type { DemoKeys } from './demo-keys';

/** What is said once the service answers. */
export interface Announcement {
  /** Address of the API, as it listens. */
  readonly apiUrl: string;
  /** Null outside the demo. */
  readonly demo: Demo | null;
  /** What was found and done on the way, for people: a word and a phrase each. */
  readonly facts: readonly (readonly [string, string])[];
  /** Null when the log goes elsewhere. */
  readonly logFile: string | null;
  readonly startedAfterMs: number;
}

export interface Demo {
  readonly keys: DemoKeys;
  readonly file: string;
  /** A drop to look at; null when there is none. */
  readonly drop: string | null;
}

/** The announcement as text for a person: addresses, keys, and calls that work as printed. */
export function announce({ apiUrl, demo, facts, logFile, startedAfterMs }: Announcement): string {
  const rows = [['API', apiUrl], ['Reference', `${apiUrl}/docs`], ...facts];
  if (logFile !== null) rows.push(['Log', logFile]);
  return [
    `Droptrack is up after ${(startedAfterMs / 1_000).toFixed(1)} s.`,
    '',
    indent(formatTable(null, rows)),
    '',
    ...(demo === null ? ['Issue a key: npx droptrack keys issue --plan free --label "my app"'] : invite(apiUrl, demo)),
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}

/** The announcement as `--json` shows it. */
export function presentAnnouncement(announcement: Announcement): Record<string, unknown> {
  const { apiUrl, demo, logFile, startedAfterMs } = announcement;
  return {
    api_url: apiUrl,
    docs_url: `${apiUrl}/docs`,
    log_file: logFile,
    demo_keys: demo?.keys ?? null,
    started_after_ms: startedAfterMs,
  };
}

function invite(apiUrl: string, demo: Demo): string[] {
  const keys = PLANS.map((plan) => [plan, demo.keys[plan]]);
  const calls = exampleCalls(apiUrl, demo).join('\n');
  return [`Keys of the demo (${demo.file}):`, indent(formatTable(null, keys)), '', 'Try:', indent(calls)];
}

/** Calls to paste into a shell; each answers with something to look at. */
function exampleCalls(apiUrl: string, { keys, drop }: Demo): string[] {
  const paths = ['/v1/drops?sort=hype&limit=3', '/v1/calendar?from=2020-01-01&limit=3'];
  if (drop !== null) paths.push(`/v1/drops/${drop}`);
  return paths.map((path) => `curl -H "Authorization: Bearer ${keys.pro}" "${apiUrl}${path}"`);
}

const indent = (text: string): string => text.replace(/^/gm, '  ');
