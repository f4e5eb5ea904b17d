import { CHECK_WORDS, EFFECT_WORDS, SENDER_WORDS, simulationWords } from '@droptrack/claim-calls';
import type { ClaimAction } from '@droptrack/contracts';
import { formatInteger, formatTokens } from '../../parts/format';
import { Chip } from '../../parts/marks';
import { Name } from '../../parts/name';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
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

/** Text of an amount in the token of the drop. */
export type FormatAmount = (amount: string) => string;

/** The claim call of an eligible wallet: a button that asks for it, or the call with its checks. */
export const ClaimCall = ({ checked, explorerUrl }: ClaimCallProps) => {
  const { result, prepared } = checked;
  if (result.status !== 'eligible') return null;
  if (prepared === null) return <ClaimForm result={result} reason={null} text="Show the claim call" />;
  if ('failure' in prepared) {
    return (
      <section aria-label="Claim call">
        <h4>Claim call</h4>
        <p>
          <Chip tone="warn">Not prepared</Chip> {prepared.failure}.
        </p>
        <ClaimForm result={result} reason={null} text="Prepare it again" />
      </section>
    );
  }
  return <Prepared checked={checked} action={prepared} explorerUrl={explorerUrl} />;
};

interface PreparedProps extends ClaimCallProps {
  readonly action: ClaimAction;
}

const Prepared = ({ checked: { result, siteUrl }, action, explorerUrl }: PreparedProps) => {
  const { status, reason, page } = action;
  const decimals = result.allocation?.decimals ?? null;
  const unit = tokenUnit({ decimals, symbol: result.allocation?.symbol ?? null });
  const amountOf: FormatAmount = (amount) => `${formatTokens(amount, decimals)} ${unit}`;
  const isReady = status === 'ready';
  return (
    <section aria-label="Claim call">
      <h4>
        Claim call <Chip tone={isReady ? 'good' : 'warn'}>{isReady ? 'Ready' : status.replaceAll('_', ' ')}</Chip>
      </h4>
      {reason === null ? (
        <p>
          It is unsigned, and this site sends nothing. Compare contract, function and amounts with what your wallet
          shows before you confirm there. Nobody needs a recovery phrase or a private key for it.
        </p>
      ) : (
        <p>
          {reason.message} <code class="muted">{reason.code}</code>
        </p>
      )}
      {!isReady && page !== null && (
        <p>
          <OwnPage url={page} siteUrl={siteUrl} text="Read more" />
        </p>
      )}
      <Terms action={action} amountOf={amountOf} />
      <Checks action={action} />
      {isReady && <CallDetails action={action} amountOf={amountOf} explorerUrl={explorerUrl} />}
      <ClaimForm result={result} reason={reason?.code ?? null} text="Prepare it again" />
    </section>
  );
};

interface TermsProps {
  readonly action: ClaimAction;
  readonly amountOf: FormatAmount;
}

/** What a claim pays, gives up and costs. */
const Terms = ({ action, amountOf }: TermsProps) => {
  const { expects, forgoes, fees, gas, sender, effect, simulation, status } = action;
  return (
    <dl class="check-facts">
      {expects.map(({ amount, to, asset }) => (
        <Fact key={asset} term="Pays">
          {amountOf(amount)} to <code class="break">{to}</code>
        </Fact>
      ))}
      {effect !== null && <Fact term="Effect">It {EFFECT_WORDS[effect]}</Fact>}
      {forgoes !== null && <Fact term="Gives up for good">{amountOf(forgoes.amount)}</Fact>}
      {status === 'ready' && fees.length === 0 && <Fact term="Fee">None beside gas</Fact>}
      {fees.map(({ kind, amount, margin, read_at_block: block }) => (
        <Fact key={kind} term="Fee">
          {formatTokens(amount, nativeDecimals(kind))} of the native token
          {margin !== '0' && `, and a margin of ${formatTokens(margin, nativeDecimals(kind))}`}, as of block{' '}
          {formatInteger(block)}
        </Fact>
      ))}
      {gas !== null && <Fact term="Gas">{formatInteger(Number(gas))}</Fact>}
      {sender !== null && <Fact term="Sender">{SENDER_WORDS[sender]}</Fact>}
      {(status === 'ready' || simulation !== null) && (
        <Fact term="Simulation">
          {simulationWords(action)}
          {simulation !== null && `, on block ${formatInteger(simulation.block)}`}
          {typeof simulation?.error === 'string' && (
            <>
              : <Name text={simulation.error} charactersMax={200} />
            </>
          )}
          {simulation?.insufficient_gas === true && '. The wallet has too little of the native token for fee and gas'}
        </Fact>
      )}
      {action.valid_until !== null && (
        <Fact term="Valid until">
          <Time instant={action.valid_until} />
        </Fact>
      )}
    </dl>
  );
};

/** Decimals of the native token: 9 on Solana, whose claims alone have rent. */
const nativeDecimals = (kind: ClaimAction['fees'][number]['kind']): number => (kind === 'rent' ? 9 : 18);

const CHECK_COLUMNS = [
  { title: 'Check', isNumber: false },
  { title: 'Holds', isNumber: false },
  { title: 'Block', isNumber: true },
];

const Checks = ({ action: { checks } }: Pick<PreparedProps, 'action'>) =>
  checks.length === 0 ? null : (
    <Table
      caption="Checks, up to the first that does not hold"
      columns={CHECK_COLUMNS}
      rows={checks.map(({ code, ok, block }) => [
        CHECK_WORDS[code],
        <Chip key={code} tone={ok ? 'good' : 'bad'}>
          {ok ? 'Yes' : 'No'}
        </Chip>,
        block === null ? 'none needed' : formatInteger(block),
      ])}
    />
  );
