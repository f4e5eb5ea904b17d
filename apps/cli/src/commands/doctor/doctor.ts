import type { Misspelt } from '@droptrack/program';
import { findRedisFault, type RedisFault } from '@droptrack/program/redis-fault';
import { type Config, ConfigError, reachableUrl } from '../../config/config';
import { openWebhookBox } from '../../config/webhook-key';
import { type DatabaseAddress, hasDatabase, withDatabaseUrl } from '../../database/with-database';
import { checkExplorer } from './checks/check-explorer';
import { checkReplica } from './checks/check-replica';
import { examineDatabase as examineAddress } from './checks/examine-database';
import { fail, type Finding, ok, warn } from './checks/finding';
import { EXIT } from '../../output/cli-error';
import { explainError } from '../../output/report-error';
import { count, formatTable } from '../../output/format';
import type { Output } from '../../output/output';
import { readService, type ServiceRecord } from '../../database/service-file';
import { configOf, databaseDeps, misspeltOf, type Session, untilInterrupted } from '../../session/session';
import type { ProbeQueries } from './checks/probe-queries';

export interface DoctorDeps {
  /** @throws {ConfigError} */
  readonly readConfig: () => Config;
  /** Variables of the environment that are settings except for typos. */
  readonly misspelt: readonly Misspelt[];
  readonly readService: (home: string) => Promise<ServiceRecord | null>;
  /** Runs its argument on the database that commands use. */
  readonly withDatabase: (work: (address: DatabaseAddress) => Promise<Finding[]>) => Promise<Finding[]>;
  readonly examineDatabase: (address: DatabaseAddress) => Promise<Finding[]>;
  /** Asks each configured source once; null unless the operator wants that. */
  readonly probe: (() => Promise<Finding[]>) | null;
  readonly fetch: typeof globalThis.fetch;
  readonly nodeVersion: string;
  readonly output: Output;
}

/** Runs the checks on this installation. */
export async function diagnose({ probe: isProbing }: { readonly probe: boolean }, session: Session): Promise<number> {
  const nowMs = (): number => session.now().getTime();
  let queries: ProbeQueries = new Map();
  return doctor({
    ...session,
    readConfig: () => configOf(session),
    misspelt: misspeltOf(session),
    readService,
    withDatabase: (work) => withDatabaseUrl(databaseDeps(session), work),
    examineDatabase: async (address) => {
      const config = configOf(session);
      const webhooks = { openBox: () => openWebhookBox(config), allowInsecure: config.webhooks.allowInsecure };
      const findings = await examineAddress(address, session.places, webhooks, nowMs);
      if (isProbing) queries = await (await import('./checks/probe-queries')).readProbeQueries(address.url);
      if (config.databaseReadUrl === null) return findings;
      return [...findings, await checkReplica(address.url, config.databaseReadUrl, session.places.migrations)];
    },
    probe: isProbing ? () => probeSources(session, queries, nowMs) : null,
    fetch: globalThis.fetch,
  });
}

/** Probes with the settings of the worker; queries that no drop in the database has are those of the shipped catalogue. */
async function probeSources(session: Session, known: ProbeQueries, nowMs: () => number): Promise<Finding[]> {
  const [{ probe }, { EXAMPLE_QUERIES, probeQueriesOf }, { loadProbeConfig }, { readCatalogue }] = await Promise.all([
    import('./checks/probe'),
    import('./checks/probe-queries'),
    import('../../config/probe'),
    import('../catalogue/files/read-catalogue'),
  ]);
  const config = loadProbeConfig(session.env);
  const { definitions } = await readCatalogue(session.places.catalogue);
  const queries = new Map([...EXAMPLE_QUERIES, ...probeQueriesOf(definitions), ...known]);
  return untilInterrupted(session.signals, (stopping) => probe(config, queries, { nowMs, stopping }));
}

/** Checks everything that the service depends on, and reports how to fix each problem. */
export async function doctor(deps: DoctorDeps): Promise<number> {
  // An unsupported version does not get here: bin/droptrack checks it.
  const node = ok('node', `Node ${deps.nodeVersion}`);
  const findings = [node, ...deps.misspelt.map(describeMisspelt), ...(await examine(deps))];
  const failed = findings.filter(({ state }) => state === 'fail').length;
  deps.output.result({ ok: failed === 0, findings }, describe(findings, failed));
  return failed === 0 ? EXIT.done : EXIT.failed;
}

const describeMisspelt = ({ written, meant }: Misspelt): Finding =>
  warn('config', `${written} is no setting, so it has no effect`, `Rename it to ${meant} if that is meant.`);

async function examine(deps: DoctorDeps): Promise<Finding[]> {
  const config = readConfig(deps);
  if (config instanceof ConfigError) {
    return violationsOf(config);
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
  if (deps.probe !== null) deps.output.progress('Asking each source once …');
  const probes = deps.probe === null ? [] : await probe(deps.probe);
  return [ok('config', `Data directory ${config.home}`), ...database, ...redis, api, explorer, ...probes];
}

/** Errors of the settings of sources are findings, as those of the others are. */
const probe = (work: () => Promise<Finding[]>): Promise<Finding[]> =>
  work().catch((error: unknown) => {
    if (error instanceof ConfigError) return violationsOf(error);
    throw error;
  });

const violationsOf = ({ violations }: ConfigError): Finding[] =>
  violations.map((violation) => fail('config', violation, 'Correct it in the environment or in .env.'));

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
