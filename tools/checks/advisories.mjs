// npm run advisories: fails for known vulnerabilities of packages of production that are high or critical. Prints that it did
// not run where no advisory service can be reached.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Severities that fail. */
const GRAVE = ['high', 'critical'];

/** Advisories that do not concern this service, by address, with the reason (docs/decisions/0068). */
const ACCEPTED = {};

const args = ['audit', '--package-lock-only', '--omit=dev', '--json', '--fetch-retries=1', '--loglevel=silent'];
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const { stdout, error } = spawnSync('npm', args, { cwd, encoding: 'utf8', timeout: 120_000 });

/** Report of npm; without `vulnerabilities` unless the service responded. */
function reportOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { vulnerabilities, message = error?.message ?? 'npm reported nothing' } = reportOf(stdout);
if (vulnerabilities === undefined) {
  console.log(`advisories: NOT CHECKED, no advisory service can be reached: ${message}`);
} else {
  // A name instead of an advisory stands for one of a dependency, which has its own entry.
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((each) => typeof each === 'object'));
  const advisories = [...new Map(all.map((advisory) => [advisory.url, advisory])).values()];
  for (const { name, range, severity, title, url } of advisories) {
    const reason = ACCEPTED[url] ?? (GRAVE.includes(severity) ? undefined : 'below high');
    console.log(
      `${name} ${range}: ${title}, ${severity}, ${url}${reason === undefined ? '' : `, accepted: ${reason}`}`,
    );
    if (reason === undefined) process.exitCode = 1;
  }
  console.log(`advisories: ${advisories.length} for packages of production`);
}
