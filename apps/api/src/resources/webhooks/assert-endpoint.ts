import type { WebhookFilters } from '@droptrack/contracts';
import type { CatalogueView } from '@droptrack/catalogue';
import { type EndpointUrl, parseEndpointUrl, resolveVetted, VettingError } from '@droptrack/egress';
import { type BodyViolation, bodyRejection, violationsOf } from '../../platform/input/check-body';
import { unknownDrops } from '../unknown-drops';
import type { WebhookParts } from './webhook-parts';

/** Members of a body that are validated here; absent members are skipped. */
interface ValidatedMembers {
  readonly url?: string;
  readonly filters?: WebhookFilters | null;
}

/**
 * Validates the settings of an endpoint and reports all violations in one error: those of the body's own rules, unknown
 * drops, and a URL that must not be delivered to. The host name is resolved only if everything else is valid, because
 * that takes time.
 *
 * @param body - result of `checkBodyLater`.
 * @throws {DomainError} `validation_failed`
 */
export async function assertEndpoint(
  body: ValidatedMembers,
  view: CatalogueView,
  { policy, resolver }: Pick<WebhookParts, 'policy' | 'resolver'>,
): Promise<void> {
  const faults = [...violationsOf(body)];
  const isSound = (pointer: string) => !faults.some((fault) => fault.pointer.startsWith(pointer));
  let endpoint: EndpointUrl | null = null;
  if (body.url !== undefined && isSound('#/url')) {
    const parsed = parseEndpointUrl(body.url, policy);
    endpoint = parsed.endpoint;
    if (parsed.fault !== null) faults.push(urlFault(parsed.fault.code, withoutSubject(parsed.fault.detail)));
  }
  if (isSound('#/filters')) faults.push(...unknownDrops('#/filters/drops', body.filters?.drops ?? [], view));
  if (faults.length > 0) throw bodyRejection(faults);
  if (endpoint === null) return;
  try {
    await resolveVetted(endpoint.host, policy, resolver);
  } catch (error) {
    if (!(error instanceof VettingError)) throw error;
    // The same code for every reason: see VettingError.
    throw bodyRejection([urlFault('host_not_public', `cannot be delivered to: ${error.message}`)]);
  }
}

const urlFault = (code: string, detail: string): BodyViolation => ({ pointer: '#/url', code, detail });

/** Removes the subject, because `detail` of a problem is preceded by the name of the member. */
const withoutSubject = (sentence: string): string => sentence.replace(/^The URL /, '').replace(/\.$/, '');
