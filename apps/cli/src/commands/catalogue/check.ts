import { withheldLinks } from '@droptrack/catalogue';
import { resolve } from 'node:path';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count } from '../../output/format';
import type { Session } from '../../session/session';
import type { OnchainCheck } from './files/check-onchain';
import type { ClaimProbes } from './files/probe-claims';
import { formatFault, quote } from './files/fault';
import { type CatalogueFault, type CatalogueReading, readCatalogue } from './files/read-catalogue';
import type { OnchainSession } from './onchain';
import { reportFaults, shownFaults } from './report-faults';

interface CheckCatalogue {
  readonly dir: string;
  /** Also asks the declared distributors. */
  readonly rpc: boolean;
  /** Also compares the distributors with their drops. */
  readonly onchain: boolean;
  /** The only drop that is compared; null for all. */
  readonly drop: string | null;
}

/** Reads a folder of catalogue files and reports every error. Needs no database. */
export async function checkCatalogue(
  { dir, rpc, onchain, drop }: CheckCatalogue,
  session: OnchainSession,
): Promise<number> {
  const { output, cwd, env } = session;
  if (drop !== null && !onchain) throw new CliError(INVALID_ARGUMENT, '--drop needs --onchain');
  const probe = rpc ? await claimProbe(env) : null;
  output.progress('Reading the catalogue …');
  const reading = await readCatalogue(resolve(cwd, dir));
  const { definitions, faults } = reading;
  if (faults.length > 0) return reportFaults(faults, { dir, cwd }, output);
  const events = definitions.reduce((sum, drop) => sum + drop.events.length, 0);
  if (probe !== null) output.progress('Asking the distributors …');
  const probes = (await probe?.(reading)) ?? null;
  if (probes !== null && probes.faults.length > 0) return reportFaults(probes.faults, { dir, cwd }, output);
  const { answered = 0, unconfigured = [] } = probes ?? {};
  const comparison = onchain ? await import('./onchain') : null;
  const compared = (await comparison?.compareOnchain(reading, drop, session)) ?? null;
  const withheld = shownFaults(findWithheld(reading), { dir, cwd });
  const table = (compared && comparison?.describeOnchain(compared)) ?? [];
  if (compared !== null && compared.faults.length > 0) {
    output.note(table.join('\n'));
    return reportFaults(compared.faults, { dir, cwd }, output);
  }
  output.result(
    {
      ...{ drops: definitions.length, events, faults: [], withheld },
      ...(probes !== null && { claims: { answered, unconfigured } }),
      ...(compared !== null && { onchain: { distributors: compared.distributors, unchecked: compared.unchecked } }),
    },
    [
      ...table,
      `No errors: ${count(definitions.length, 'drop')}, ${count(events, 'calendar event')}${describeProbes(probes)}${describeCompared(compared)}${describeWithheld(withheld)}.`,
    ].join('\n'),
    withheld.map(formatFault).join('\n'),
  );
  return EXIT.done;
}

/** Links that the service does not publish: they are no errors, as their drops are valid without them. */
function findWithheld({ definitions, fault }: CatalogueReading): CatalogueFault[] {
  return definitions.flatMap((drop) =>
    withheldLinks(drop).map(({ path, url }) =>
      fault(
        drop.id,
        path,
        `not published: ${quote(url)} is on no official domain of the drop; state it in official_domains with its page`,
      ),
    ),
  );
}

/** @throws {CliError} without a valid address of a node. */
async function claimProbe(env: Session['env']) {
  const { probeClaims, readClaimUrls } = await import('./files/probe-claims');
  const urls = readClaimUrls(env);
  return (reading: CatalogueReading) => probeClaims(reading, urls, Date.now());
}

const describeWithheld = ({ length }: readonly CatalogueFault[]): string =>
  length === 0 ? '' : `, ${count(length, 'link')} not published`;

function describeCompared(compared: OnchainCheck | null): string {
  if (compared === null) return '';
  const { distributors, unchecked } = compared;
  return `, ${count(distributors.length, 'distributor')} compared, ${unchecked.length} not checked`;
}

function describeProbes(probes: ClaimProbes | null): string {
  if (probes === null) return '';
  const { answered, unconfigured } = probes;
  const skipped = unconfigured.length === 0 ? '' : `; no node is configured for ${unconfigured.join(', ')}`;
  return `, ${count(answered, 'distributor')} responded${skipped}`;
}
