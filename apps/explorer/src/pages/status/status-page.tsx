import { FEATURES, type Feature, type Me, PLAN_TERMS, PLANS, type ServiceStatus } from '@droptrack/contracts';
import { NotFoundError } from '@droptrack/sdk';
import { Figure } from '../../parts/figure';
import { formatInteger } from '../../parts/format';
import { Notice } from '../../parts/marks';
import { Time } from '../../parts/time';
import type { ApiSession } from '../../api/api-session';
import type { Page, PageRequest } from '../page';
import { areAllSilent, Finders, Sources } from './sources';

/** Shows how fresh the data are, which sources work, and what each plan includes. */
export const statusPage: Page = async ({ nowMs, limits }, session) => {
  const [status, me] = await Promise.all([readStatus(session), session.client.me()]);
  // An earlier version of the API has no such member.
  const finders = status?.finders ?? null;
  const isCutOff = areAllSilent([...(status?.sources ?? []).filter(({ polls }) => polls > 0), ...(finders ?? [])]);
  return {
    title: 'Status',
    description: 'Age of the data, and health of the sources that it comes from.',
    content: (
      <>
        <h1>Status</h1>
        <Freshness status={status} me={me} nowMs={nowMs} />
        <h2 id="sources">Sources</h2>
        {isCutOff && (
          <Notice title="No source can be reached">
            <p>This service has probably no way out to the internet. Scores keep their last readings.</p>
          </Notice>
        )}
        {status === null || status.sources === null ? (
          <Notice title="The state of the sources is unknown">
            <p>The API does not publish it, or cannot read it now.</p>
          </Notice>
        ) : (
          <Sources sources={status.sources} nowMs={nowMs} isCutOff={isCutOff} />
        )}
        <h2 id="finders">Search for drops</h2>
        {finders === null ? (
          <Notice title="The state of the search is unknown">
            <p>The API does not publish it, or cannot read it now.</p>
          </Notice>
        ) : (
          <Finders finders={finders} nowMs={nowMs} isCutOff={isCutOff} />
        )}
        <Plans me={me} limits={limits} />
      </>
    ),
  };
};

/** Null for an API of a version that does not publish its state. */
async function readStatus({ client }: ApiSession): Promise<ServiceStatus | null> {
  return client.status().catch((error: unknown) => {
    if (error instanceof NotFoundError) return null;
    throw error;
  });
}

interface FreshnessProps {
  readonly status: ServiceStatus | null;
  readonly me: Me;
  readonly nowMs: number;
}

const Freshness = ({ status, me, nowMs }: FreshnessProps) => (
  <section class="panel" aria-label="Freshness">
    <dl class="figures">
      <Figure
        label="Data as of"
        value={status === null ? null : <Time instant={status.data.as_of} nowMs={nowMs} />}
        note="complete up to this instant"
      />
      <Figure
        label="Delay of this site"
        value={me.data_delay_seconds === 0 ? 'none' : `${formatInteger(me.data_delay_seconds)} s`}
        note={PLAN_TERMS[me.plan].delayed ? `by its plan, ${me.plan}` : 'for visitors without an API key'}
      />
      <Figure
        label="Changes so far"
        value={status === null ? null : formatInteger(status.data.sequence)}
        note="entries of the log"
      />
      <Figure label="Version of the API" value={status?.version ?? null} />
    </dl>
  </section>
);

/** Features as readers know them. */
const FEATURE_NAMES: Readonly<Record<Feature, string>> = {
  as_of: 'Past states',
  eligibility: 'Wallet checks',
  webhooks: 'Webhooks',
  events: 'Events',
  bulk_snapshots: 'Bulk exports',
  batch_eligibility: 'Checks of many wallets',
};

/** What the pages of this site have of a feature of its key, for visitors without one. */
function forVisitors(feature: Feature, { checksPerMinute }: PageRequest['limits']): string {
  if (feature === 'eligibility') return `${formatInteger(checksPerMinute)} per minute`;
  return feature === 'as_of' ? 'yes' : 'no';
}

const Plans = ({ me, limits }: { readonly me: Me } & Pick<PageRequest, 'limits'>) => (
  <>
    <h2 id="plans">Plans</h2>
    <div class="scroll" tabIndex={0} role="region" aria-label="Plans">
      <table class="plans">
        <caption>Terms of an API key by plan, and of visitors of this site, who need none</caption>
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col" class="number">
              this site
            </th>
            {PLANS.map((plan) => (
              <th key={plan} scope="col" class="number">
                {plan}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Requests per minute</th>
            <td class="number">{formatInteger(limits.pagesPerMinute)} pages</td>
            {PLANS.map((plan) => (
              <td key={plan} class="number">
                {formatInteger(PLAN_TERMS[plan].requestsPerMinute)}
                {plan === 'scale' && ' or more'}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Age of the data</th>
            <td class="number">
              {me.data_delay_seconds === 0 ? 'live' : `delayed, ${formatInteger(me.data_delay_seconds)} s`}
            </td>
            {PLANS.map((plan) => (
              <td key={plan} class="number">
                {PLAN_TERMS[plan].delayed ? 'delayed, 60 s by default' : 'live'}
              </td>
            ))}
          </tr>
          {FEATURES.map((feature) => (
            <tr key={feature}>
              <th scope="row">{FEATURE_NAMES[feature]}</th>
              <td class="number">{me.features.includes(feature) ? forVisitors(feature, limits) : 'no'}</td>
              {PLANS.map((plan) => (
                <td key={plan} class="number">
                  {PLAN_TERMS[plan].features.includes(feature) ? 'yes' : 'no'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
);
