import { readAlerts, readAlertTests, readDashboard, sectionsOf } from './monitoring-files';
import { metricsIn, programMetrics } from './program-metrics';

const ALERTS = readAlerts();
const CASES = readAlertTests();
const NAMES = ALERTS.map(({ alert }) => alert);
const PANELS = readDashboard().panels;
let metrics: Awaited<ReturnType<typeof programMetrics>>;
let series: ReadonlySet<string>;
beforeAll(async () => {
  metrics = await programMetrics();
  series = new Set(Object.values(metrics).flatMap((program) => program.series));
});
const unknownIn = (expression: string): string[] => metricsIn(expression).filter((name) => !series.has(name));

describe('alerts.yml', () => {
  it('has each alert once', () => {
    expect(NAMES).toHaveLength(new Set(NAMES).size);
  });

  // The first thing that an operator who is paged reads.
  it.each(ALERTS)('links $alert to its section in the runbook', ({ alert, annotations }) => {
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(sectionsOf('docs/runbook.md', '###').get(alert)?.length).toBeGreaterThan(100);
  });

  it('has an alert for each section of the runbook', () => {
    expect([...sectionsOf('docs/runbook.md', '###').keys()]).toEqual(NAMES);
  });

  // An alert that never fires, and one that always does, are equally worthless.
  it.each(NAMES)('%s is tested firing and silent', (name) => {
    const cases = CASES.filter(({ alertname }) => alertname === name);
    expect(new Set(cases.map(({ exp_alerts: expected }) => expected.length > 0))).toEqual(new Set([true, false]));
  });

  it('uses metrics that the programs have', () => {
    expect(ALERTS.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });
});

describe('dashboard.json', () => {
  it('has panels with different ids that do not overlap', () => {
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
    const cells = PANELS.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(PANELS.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  it('uses metrics that the programs have', () => {
    const expressions = PANELS.flatMap((panel) => ('targets' in panel ? panel.targets : [])).map(({ expr }) => expr);
    expect(expressions.flatMap(unknownIn)).toEqual([]);
  });
});

describe('docs/monitoring.md', () => {
  it.each([
    ['all', 'Metrics of all programs'],
    ['api', 'Metrics of the API'],
    ['worker', 'Metrics of the worker'],
    ['explorer', 'Metrics of the explorer'],
  ] as const)('lists every metric of %s', (program, heading) => {
    const table = sectionsOf('docs/monitoring.md', '##').get(heading) ?? '';
    const listed = [...table.matchAll(/^\|.*?\|/gm)].flatMap(([cell]) => metricsIn(cell));
    const own = metrics[program].names.filter((name) => name.startsWith('droptrack_'));
    expect(listed.sort()).toEqual([...own].sort());
  });
});
