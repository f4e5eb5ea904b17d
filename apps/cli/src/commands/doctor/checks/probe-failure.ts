import { SourceError, type SourceErrorKind } from '@droptrack/sources';
import { readable } from '../../../output/readable';
import { fail, type Finding, ok, warn } from './finding';

/** Time limit of the probe of one source, in milliseconds. */
export const PROBE_MS = 20_000;

const CHECK_WAY_OUT = 'Check the address, DNS, the firewall and the proxy of this machine.';
const CHECK_KEY = 'Check the key of this source and its plan (.env.example says what each needs).';
const LATER = 'The source is reachable. Try again later; the worker does so by itself.';

/** Advice by kind; kinds that concern one drop, or pass by themselves, are warnings. */
const ADVICE: Readonly<Partial<Record<SourceErrorKind, readonly [typeof warn | typeof fail, string]>>> = {
  timeout: [fail, CHECK_WAY_OUT],
  network: [fail, CHECK_WAY_OUT],
  unauthorized: [fail, CHECK_KEY],
  blocked: [fail, 'Run the worker elsewhere, or give it the address of a proxy.'],
  unable: [fail, 'Use a node or a plan with higher limits; the message states what is needed.'],
  wrong_shape: [
    fail,
    'Check the address: another program may respond there. Otherwise look for a newer version of Droptrack.',
  ],
  rate_limited: [warn, LATER],
  not_found: [warn, 'Correct the query in the catalogue file of this drop, or the address of the source.'],
  too_large: [warn, 'The source is reachable, and this response exceeds a limit.'],
};

/** Finding of a source that did not return a value. @throws the error if it is no {@link SourceError}. */
export function probeFailure(check: string, asked: string, error: unknown): Finding {
  if (!(error instanceof SourceError)) throw error;
  // More than the probe reads, for a source that responded each time.
  if (error.kind === 'exhausted') return ok(check, `${asked}responds; a run reads more than a probe`);
  const [make, advice] = ADVICE[error.kind] ?? [fail, 'Check the state of the source, and its address.'];
  return make(check, readable(`${asked}${error.message} (${error.kind})`), advice);
}
