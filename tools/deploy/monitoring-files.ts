import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = join(__dirname, '../..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Members of alerts.yml that operators rely on. */
const alertsShape = z.object({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Droptrack([A-Z][a-z]+)+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});

const testsShape = z.object({
  tests: z.array(
    z.object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })) }),
  ),
});

const gridShape = z.strictObject({
  x: z.number().int().min(0).max(23),
  y: z.number().int().min(0),
  w: z.number().int().min(1).max(24),
  h: z.number().int().min(1),
});
const sourceShape = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${datasource}') });
const targetShape = z.strictObject({ refId: z.string(), expr: z.string(), legendFormat: z.string() });

/** Subset of a dashboard's JSON that Grafana 9 and later read. */
const dashboardShape = z.strictObject({
  uid: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  schemaVersion: z.number().int(),
  version: z.number().int(),
  editable: z.boolean(),
  refresh: z.string(),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  templating: z.strictObject({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        id: z.number().int(),
        type: z.literal('row'),
        title: z.string(),
        collapsed: z.literal(false),
        gridPos: gridShape,
        panels: z.array(z.never()),
      }),
      z.strictObject({
        id: z.number().int(),
        type: z.enum(['timeseries', 'stat']),
        title: z.string(),
        description: z.string().optional(),
        datasource: sourceShape,
        gridPos: gridShape,
        fieldConfig: z.strictObject({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.unknown()) }),
        targets: z.array(targetShape).min(1),
      }),
    ]),
  ),
});

/** Alerts of deploy/alerts.yml. */
export const readAlerts = () =>
  alertsShape.parse(parse(textOf('deploy/alerts.yml'))).groups.flatMap(({ rules }) => rules);

/** Cases of deploy/alerts.test.yml. */
export const readAlertTests = () =>
  testsShape.parse(parse(textOf('deploy/alerts.test.yml'))).tests.flatMap((test) => test.alert_rule_test);

/** deploy/dashboard.json. */
export const readDashboard = () => dashboardShape.parse(JSON.parse(textOf('deploy/dashboard.json')));

/** Sections of a guide by their heading. */
export function sectionsOf(guide: string, level: '##' | '###'): ReadonlyMap<string, string> {
  const parts = textOf(guide)
    .split(new RegExp(`^${level} `, 'm'))
    .slice(1);
  return new Map(parts.map((part) => [part.split('\n', 1)[0] ?? '', part]));
}
