import { hasDigitsOfKey } from '@droptrack/eligibility';
import { isStarknetProof } from '@droptrack/sdk/starknet';
import { Notice } from '../../parts/marks';
import type { ApiSession } from '../../api/api-session';
import type { Page, PageView } from '../page';
import { CheckForm } from './check-form';
import { type CheckProblem, problemOf } from './check-problems';
import { checkOf, type CheckFields, fieldsOf, hasWallet, preselectedOf } from './check-request';
import { type KnownDrops, loadKnownDrops } from './known-drops';
import { Results } from './results';
import { type CheckedWallet, runChecks } from './run-checks';

/** Checks a wallet against one drop or against all. */
export const checkPage: Page = async (request, session) => {
  const { form, query, nowMs, siteUrl } = request;
  const known = await loadKnownDrops(session.client);
  const fields = form === null ? preselectedOf(query) : fieldsOf(form);
  const outcome = form === null ? null : await outcomeOf(session, fields, known);
  const problem = outcome !== null && 'status' in outcome ? outcome : null;
  const checked = outcome === null || 'status' in outcome ? null : outcome;
  // Only a page of status 200 is stored, by its address.
  const status = problem?.status ?? (hasWallet(query) ? 400 : 200);
  return {
    status,
    hidesCalls: problem?.isSecret === true,
    ...(form === null &&
      status === 200 && {
        description: 'See which token distributions a wallet can claim. The wallet is not stored or logged.',
      }),
    title: checked === null ? 'Check a wallet' : 'Result of the check',
    ...(problem?.retryAfterSeconds !== undefined && { retryAfterSeconds: problem.retryAfterSeconds }),
    ...(checked !== null && islandsOf(checked)),
    content: (
      <>
        <h1>Check a wallet</h1>
        <p>
          See whether a list of a drop contains a wallet. The wallet is not stored or logged, and no other site receives
          it.
        </p>
        {hasWallet(query) && <IgnoredWallet />}
        {problem !== null && (
          <div role="alert">
            <Notice tone="warn" title={problem.title}>
              <p>{problem.remedy}</p>
            </Notice>
          </div>
        )}
        <CheckForm fields={problem?.isSecret === true ? NO_FIELDS : fields} problem={problem} known={known} />
        {checked !== null && fields.drop === '' && hasDigitsOfKey(fields.wallet) && <DigitsOfKey />}
        {checked !== null && <Results checked={checked} nowMs={nowMs} explorerUrl={siteUrl} />}
      </>
    ),
  };
};

const NO_FIELDS: CheckFields = { wallet: '', drop: '', choices: null };

/** Scripts for the proofs and the claim calls of a result. */
function islandsOf({ drops }: CheckedWallet): Pick<PageView, 'islands'> {
  const isProven = drops.some(({ result: { proof, entries } }) =>
    [{ proof }, ...entries].some((one) => one.proof !== null && !isStarknetProof(one.proof)),
  );
  const isReady = drops.some(
    ({ prepared }) => prepared !== null && 'status' in prepared && prepared.status === 'ready',
  );
  const islands = [...(isProven ? ['verify-proof' as const] : []), ...(isReady ? ['copy' as const] : [])];
  return islands.length === 0 ? {} : { islands };
}

/** Beside a wallet that was checked against all drops: against one, its families distinguish an address from a key. */
const DigitsOfKey = () => (
  <Notice tone="warn" title="An address of 64 hex digits has as many digits as a private key">
    <p>
      If this was a private key, treat it as known to others, and move everything that it controls to a new wallet now.
    </p>
  </Notice>
);

const IgnoredWallet = () => (
  <Notice tone="warn" title="The wallet in the address of this page was ignored">
    <p>
      An address stays in the history of your browser and in the logs of proxies, so this site accepts a wallet only
      from the form.
    </p>
  </Notice>
);

async function outcomeOf(
  { client }: ApiSession,
  fields: CheckFields,
  known: KnownDrops,
): Promise<CheckedWallet | CheckProblem> {
  try {
    const check = await checkOf(client, fields, known);
    if ('status' in check) return check;
    return await runChecks(client, check, known);
  } catch (error) {
    return problemOf(error);
  }
}
