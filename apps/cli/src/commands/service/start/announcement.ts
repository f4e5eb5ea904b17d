import { PLANS } from '@droptrack/contracts';
import { formatTable } from '../../../output/format';
import type { DemoExample, DemoExamples, DemoKeys } from './demo';
import type { MetricsUrls } from './ports';

/** Facts that are printed once the service is ready. */
export interface Announcement {
  /** Base URL of the explorer; null if no key is set for it. */
  readonly explorerUrl: string | null;
  /** Base URL of the API. */
  readonly apiUrl: string;
  readonly metricsUrls: MetricsUrls;
  /** Null outside the demo. */
  readonly demo: Demo | null;
  /** Facts about the start, for people: a title and a phrase each. */
  readonly facts: readonly (readonly [string, string])[];
  /** Empty if the logs go to standard output or standard error. */
  readonly logFiles: readonly string[];
  readonly startedAfterMs: number;
  readonly webhooks: { readonly isOn: boolean; readonly allowInsecure: boolean };
}

export interface Demo {
  readonly keys: DemoKeys;
  readonly file: string;
  /** Drops and wallets of the example calls. */
  readonly examples: DemoExamples;
}

/** Announcement as text: URLs, keys, and example calls that work as printed. */
export function announce({ explorerUrl, apiUrl, demo, facts, logFiles, startedAfterMs }: Announcement): string {
  const explorer = explorerUrl ?? 'off; set EXPLORER_API_KEY to a key of the plan pro or scale';
  const rows = [
    ['Explorer', explorer],
    ['API', apiUrl],
    ['Reference', `${apiUrl}/docs`],
    ['Agents', `${apiUrl}/mcp`],
    ...facts,
  ];
  if (logFiles.length > 0) rows.push(['Logs', `${logFiles.join(', ')}; only errors are printed here`]);
  return [
    `Droptrack is up after ${(startedAfterMs / 1_000).toFixed(1)} s${explorerUrl === null ? '.' : `: ${explorerUrl}`}`,
    '',
    indent(formatTable(null, rows)),
    '',
    ...(demo === null
      ? ['To create an API key: npx droptrack keys issue --plan free --label "my app"']
      : invite(explorerUrl, apiUrl, demo)),
    '',
    'Press Ctrl-C to stop.',
  ].join('\n');
}

/** Announcement as the document of `--json`. */
export function presentAnnouncement(announcement: Announcement): Record<string, unknown> {
  const { explorerUrl, apiUrl, metricsUrls, demo, logFiles, startedAfterMs, webhooks } = announcement;
  return {
    explorer_url: explorerUrl,
    api_url: apiUrl,
    docs_url: `${apiUrl}/docs`,
    mcp_url: `${apiUrl}/mcp`,
    metrics_urls: metricsUrls,
    log_files: logFiles,
    webhooks: { enabled: webhooks.isOn, allow_insecure: webhooks.allowInsecure },
    demo_keys: demo?.keys ?? null,
    demo_example: demo?.examples.sample ?? null,
    demo_example_real: demo?.examples.real ?? null,
    started_after_ms: startedAfterMs,
  };
}

function invite(explorerUrl: string | null, apiUrl: string, demo: Demo): string[] {
  const keys = PLANS.map((plan) => [plan, demo.keys[plan]]);
  const calls = exampleCalls(apiUrl, demo).join('\n');
  const listed = demo.examples.real ?? demo.examples.sample;
  const check =
    explorerUrl === null || listed === null
      ? []
      : [`A wallet to check at ${explorerUrl}/check?drop=${listed.drop}: ${listed.wallet}`, ''];
  return [
    ...check,
    `Demo keys (${demo.file}):`,
    indent(formatTable(null, keys)),
    '',
    'Try:',
    indent(calls),
    '',
    'Add the tools to an assistant:',
    indent(addToClient(apiUrl, demo)),
  ];
}

/** Command that adds the tools to Claude Code; docs/agents.md has other clients. */
const addToClient = (apiUrl: string, { keys }: Demo): string =>
  `claude mcp add --transport http droptrack ${apiUrl}/mcp --header "Authorization: Bearer ${keys.pro}"`;

/** Calls to paste into a shell, one per resource, real drops first; each returns data. */
function exampleCalls(apiUrl: string, { keys, examples: { real, sample } }: Demo): string[] {
  const curl = `curl -H "Authorization: Bearer ${keys.pro}"`;
  const get = (path: string): string => `${curl} "${apiUrl}${path}"`;
  const check = (example: DemoExample): string =>
    `${curl} -H "Content-Type: application/json" -d '${JSON.stringify(example)}' "${apiUrl}/v1/eligibility"`;
  return [
    get('/v1/drops?sample=false&sort=ev&limit=3'),
    ...(real === null ? [] : [check(real)]),
    get('/v1/calendar?limit=3'),
    ...(sample === null
      ? []
      : [
          get(`/v1/drops/${sample.drop}`),
          get(`/v1/drops/${sample.drop}/hype?window=7d`),
          get(`/v1/drops/${sample.drop}/explain`),
          check(sample),
        ]),
  ];
}

const indent = (text: string): string => text.replace(/^/gm, '  ');
