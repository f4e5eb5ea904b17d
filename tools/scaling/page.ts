import { meanCpuMs, planOf, type Service } from './model';
import { REQUEST_KINDS } from './figures';

const BEGIN = '<!-- model: written by npm run scaling -->';
const END = '<!-- end of the model -->';

/** Services of the table. The log holds a year of hourly changes of every drop. */
const SERVICES: readonly Service[] = [
  { requestsPerDay: 1e4, drops: 1_000, logGb: 5 },
  { requestsPerDay: 1e6, drops: 1_000, logGb: 5 },
  { requestsPerDay: 1e8, drops: 1_000, logGb: 5 },
  { requestsPerDay: 1e8, drops: 10_000, logGb: 46 },
];

/** Tables of the model, as Markdown. */
export function tablesOf(): string {
  const kinds = REQUEST_KINDS.map(({ name, share, cpuMs }) => [
    name,
    `${Math.round(share * 100)} %`,
    cpuMs.value.toFixed(3),
    cpuMs.source,
  ]);
  const services = SERVICES.map((service) => {
    const plan = planOf(service);
    return [
      service.requestsPerDay.toLocaleString('en').replaceAll(',', ' '),
      service.drops.toLocaleString('en').replaceAll(',', ' '),
      rounded(plan.meanPerSecond),
      rounded(plan.peakPerSecond),
      rounded(plan.busyCores),
      String(plan.apiProcesses),
      String(plan.cores),
      plan.memoryGb.toFixed(1),
      Math.round(plan.usdPerMonth).toString(),
    ];
  });
  return [
    table(['request', 'share (assumed)', 'API, ms of a core', 'bench'], kinds),
    `Mean of this mix: ${meanCpuMs().toFixed(3)} ms of a core per request.`,
    table(
      [
        'requests a day',
        'drops',
        'mean/s',
        'peak/s',
        'busy cores at the peak',
        'API processes',
        'cores in all',
        'memory, GB',
        'USD a month',
      ],
      services,
    ),
  ].join('\n\n');
}

/**
 * Replaces the tables of a page.
 *
 * @throws {Error} where the page has no markers.
 */
export function withTables(page: string, tables: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`The page has no lines "${BEGIN}" and "${END}"`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${tables}\n\n${page.slice(end)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** To two significant digits, without an exponent. */
const rounded = (value: number): string => String(value >= 10 ? Math.round(value) : Number(value.toPrecision(2)));
