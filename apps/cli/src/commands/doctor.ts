import { findRedisFault, type RedisFault } from '@droptrack/program/redis-fault';
import { type Config, ConfigError, reachableUrl } from '../config/config';
import { type DatabaseAddress, hasDatabase } from '../database/with-database';
import { checkExplorer } from '../doctor/check-explorer';
import { fail, type Finding, ok, warn } from '../doctor/finding';
import { EXIT } from '../output/cli-error';
import { explainError } from '../output/report-error';
import { count, formatTable } from '../output/format';
import type { Output } from '../output/output';
import type { ServiceRecord } from '../up/service-file';

export interface DoctorDeps {
  /** @throws {ConfigError} */
  readonly readConfig: () => Config;
  readonly readService: (home: string) => Promise<ServiceRecord | null>;
  /** Runs its argument on the database that commands use. */
  readonly withDatabase: (work: (address: DatabaseAddress) => Promise<Finding[]>) => Promise<Finding[]>;
  readonly examineDatabase: (address: DatabaseAddress) => Promise<Finding[]>;
  readonly fetch: typeof globalThis.fetch;
  readonly nodeVersion: string;
  readonly output: Output;
}

/** Checks everything that the service depends on, and reports how to fix each problem. */
export async function doctor(deps: DoctorDeps): Promise<number> {
  // An unsupported version does not get here: bin/droptrack checks it.
  const findings = [ok('node', `Node ${deps.nodeVersion}`), ...(await examine(deps))];
  const failed = findings.filter(({ state }) => state === 'fail').length;
  deps.output.result({ ok: failed === 0, findings }, describe(findings, failed));
  return failed === 0 ? EXIT.done : EXIT.failed;
}

async function examine(deps: DoctorDeps): Promise<Finding[]> {
  const config = readConfig(deps);
  if (config instanceof ConfigError) {
    return config.violations.map((violation) => fail('config', violation, 'Correct it in the environment or in .env.'));
  }
  deps.output.progress('Checking the database …');
  const database = await examineDatabase(config, deps);
  const redis = config.redisNodes === null ? [] : [checkRedis(await findRedisFault(config.redisNodes))];
  deps.output.progress('Checking the API …');
  const service = await deps.readService(config.home);
  const url = service?.apiUrl ?? reachableUrl(config.api);
  const api = await checkApi({ url, isExpected: service !== null, fetch: deps.fetch });
  const explorerUrl = service?.explorerUrl ?? null;
  const explorer = await checkExplorer({
    url: explorerUrl ?? reachableUrl(config.explorer),
    isExpected: explorerUrl !== null,
    fetch: deps.fetch,
  });
  return [ok('config', `Data directory ${config.home}`), ...database, ...redis, api, explorer];
}

function readConfig(deps: DoctorDeps): Config | ConfigError {
  try {
    return deps.readConfig();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** Skips the checks if there is no database: doctor must not create one. */
async function examineDatabase(config: Config, deps: DoctorDeps): Promise<Finding[]> {
  try {
    if (!(await hasDatabase(config))) {
      return [warn('database', 'There is no database yet', 'It is created by the first start: npm start')];
    }
    return await deps.withDatabase(deps.examineDatabase);
  } catch (error) {
    const known = explainError(error);
    if (known === null || known.code === 'interrupted') throw error;
    return [fail('database', known.message, known.hint ?? 'Fix this first; the other checks depend on it.')];
  }
}

/** Redis of the rate limits. During an outage the service works, so it is no failure. */
export function checkRedis(fault: RedisFault | null): Finding {
  if (fault === null) return ok('redis', 'Redis responds, and is usable');
  const { code, problem, mend } = fault;
  if (code === 'redis_unusable') return fail('redis', problem, `To fix it, ${mend}.`);
  return warn('redis', `${problem}: until it does, each API counts by itself`, `To fix it, ${mend}.`);
}

function describe(findings: readonly Finding[], failed: number): string {
  const rows = findings.flatMap(({ check, state, message, advice }) => [
    [state, check, message],
    ...(advice === null ? [] : [['', '', `→ ${advice}`]]),
  ]);
  const warned = findings.filter(({ state }) => state === 'warn').length;
  const summary =
    failed > 0
      ? `${count(failed, 'check')} failed`
      : warned > 0
        ? `no failures, ${count(warned, 'warning')}`
        : 'all checks passed';
  return `${formatTable(null, rows)}\n\n${summary}`;
}

interface CheckApiOptions {
  readonly url: string;
  /** True if a running service has announced this URL. */
  readonly isExpected: boolean;
  readonly fetch: typeof globalThis.fetch;
}

const TIMEOUT_MS = 3_000;

/** Readiness of the API. */
export async function checkApi({ url, isExpected, fetch }: CheckApiOptions): Promise<Finding> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response === null) {
    return isExpected
      ? fail('api', `The API at ${url} does not respond`, 'Check its log, and restart the service.')
      : warn(
          'api',
          `No response from ${url}`,
          'Start the service: npm start. Ignore this if the API runs on another host.',
        );
  }
  const body: unknown = await response.json().catch(() => null);
  const { status, code, detail } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (status === 'ready') return ok('api', `The API at ${url} is ready`);
  if (typeof code === 'string') {
    return fail(
      'api',
      `The API at ${url} is not ready: ${String(detail)}`,
      'Check the findings above and the log of the API.',
    );
  }
  return warn('api', `The server at ${url} is not Droptrack`, 'Stop that program, or set PORT to a free port.');
}
