import type { WebhookFilters } from '@droptrack/contracts';
import type { CatalogueView } from '@droptrack/catalogue';
import { type EndpointUrl, parseEndpointUrl, resolveVetted, VettingError } from '@droptrack/egress';
import { type BodyFault, bodyRefusal, faultsLeft } from '../../platform/input/check-body';
import type { WebhookParts } from './webhook-parts';

/** What of a body is judged here; absent members are not looked at. */
interface JudgedMembers {
  readonly url?: string;
  readonly filters?: WebhookFilters | null;
}

/**
 * Judges what an owner says of an endpoint, all of it in one answer: what the body's own rules found, drops that nobody
 * knows, and where the URL leads. Its name is looked up when nothing else is wrong, for that takes time. A drop that is
 * archived may be named: a filter that was right must not become wrong by itself.
 *
 * @param body - read by `checkBodyLater`.
 * @throws {DomainError} `validation_failed`
 */
export async function assertEndpoint(
  body: JudgedMembers,
  view: CatalogueView,
  { policy, resolver }: Pick<WebhookParts, 'policy' | 'resolver'>,
): Promise<void> {
  const faults = [...faultsLeft(body)];
  const isSound = (pointer: string) => !faults.some((fault) => fault.pointer.startsWith(pointer));
  let endpoint: EndpointUrl | null = null;
  if (body.url !== undefined && isSound('#/url')) {
    const parsed = parseEndpointUrl(body.url, policy);
    endpoint = parsed.endpoint;
    if (parsed.fault !== null) faults.push(urlFault(parsed.fault.code, withoutSubject(parsed.fault.detail)));
  }
  if (isSound('#/filters')) faults.push(...unknownDrops(body.filters?.drops ?? [], view));
  if (faults.length > 0) throw bodyRefusal(faults);
  if (endpoint === null) return;
  try {
    await resolveVetted(endpoint.host, policy, resolver);
  } catch (error) {
    if (!(error instanceof VettingError)) throw error;
    // One code, whatever the reason: see VettingError.
    throw bodyRefusal([urlFault('host_not_public', `cannot be delivered to: ${error.message}`)]);
  }
}

const unknownDrops = (slugs: readonly string[], view: CatalogueView): BodyFault[] =>
  slugs.flatMap((slug, index) =>
    view.drop(slug) === null
      ? [{ pointer: `#/filters/drops/${index}`, code: 'unknown', detail: 'is not the slug of a drop' }]
      : [],
  );

const urlFault = (code: string, detail: string): BodyFault => ({ pointer: '#/url', code, detail });

/** Details of a problem have the member's name before them. */
const withoutSubject = (sentence: string): string => sentence.replace(/^The URL /, '').replace(/\.$/, '');
