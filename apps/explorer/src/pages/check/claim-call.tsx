import { type AmountText, CHECK_WORDS, claimRows } from '@droptrack/claim-calls';
import type { ClaimAction } from '@droptrack/contracts';
import { formatInteger, formatTokens } from '../../parts/format';
import { Chip } from '../../parts/marks';
import { plainName } from '../../parts/name';
import { Table } from '../../parts/table';
import { tokenUnit } from '../../parts/token-unit';
import { CallDetails } from './call-details';
import { ClaimForm } from './claim-form';
import { Fact } from './fact';
import { OwnPage } from './own-page';
import type { CheckedDrop } from './run-checks';

interface ClaimCallProps {
  readonly checked: CheckedDrop;
  /** Base URL of this site. */
  readonly explorerUrl: string;
}

/** The claim call of an eligible wallet: a button that asks for it, or the call with its checks. */
export const ClaimCall = ({ checked, explorerUrl }: ClaimCallProps) => {
  const { result, prepared, domains } = checked;
  if (result.status !== 'eligible') return null;
  if (prepared === null) return <ClaimForm result={result} reason={null} text="Show the claim call" />;
  const isReady = 'status' in prepared && prepared.status === 'ready';
  const { status, reason } = 'status' in prepared ? prepared : { status: 'not prepared', reason: null };
  return (
    <section aria-label="Claim call">
      <h4>
        Claim call <Chip tone={isReady ? 'good' : 'warn'}>{status.replaceAll('_', ' ')}</Chip>
      </h4>
      {isReady && (
        <p>
          It is unsigned, and this site sends nothing. Compare contract, function and amounts with what your wallet
          shows before you confirm there. It never needs a recovery phrase or a private key.
        </p>
      )}
      {'failure' in prepared && <p>{prepared.failure}.</p>}
      {reason !== null && (
        <p>
          {reason.message} <code class="muted">{reason.code}</code>
        </p>
      )}
      {'status' in prepared && (
        <>
          {!isReady && prepared.page !== null && <OwnPage url={prepared.page} domains={domains} text="Read more" />}
          <Prepared action={prepared} result={result} explorerUrl={explorerUrl} />
        </>
      )}
      <ClaimForm result={result} reason={reason?.code ?? null} text="Prepare it again" />
    </section>
  );
};

interface PreparedProps extends Pick<ClaimCallProps, 'explorerUrl'>, Pick<CheckedDrop, 'result'> {
  readonly action: ClaimAction;
}

const COLUMNS = ['Check', 'Holds', 'Block'].map((title) => ({ title, isNumber: title === 'Block' }));

const Prepared = ({ action, result: { allocation }, explorerUrl }: PreparedProps) => {
  const { decimals, symbol } = allocation ?? { decimals: null, symbol: null };
  const amountOf: AmountText = ({ amount }) => `${formatTokens(amount, decimals)} ${tokenUnit({ decimals, symbol })}`;
  return (
    <>
      <dl class="check-facts">
        {claimRows(action, amountOf).map(([name, text]) => (
          <Fact key={name} term={name}>
            <bdi class="break">{plainName(text, 300)}</bdi>
          </Fact>
        ))}
      </dl>
      {action.checks.length > 0 && (
        <Table
          caption="Checks, up to the first that does not hold"
          columns={COLUMNS}
          rows={action.checks.map(({ code, ok, block }) => [
            CHECK_WORDS[code],
            <Chip key={code} tone={ok ? 'good' : 'bad'}>
              {ok ? 'Yes' : 'No'}
            </Chip>,
            block === null ? 'none needed' : formatInteger(block),
          ])}
        />
      )}
      {action.status === 'ready' && <CallDetails action={action} amountOf={amountOf} explorerUrl={explorerUrl} />}
    </>
  );
};
