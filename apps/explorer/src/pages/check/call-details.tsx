import { ARGUMENT_WORDS, type DecodedArgument, type DecodedCall, decodedCall } from '@droptrack/claim-calls';
import type { ClaimAction, UnsignedCall } from '@droptrack/contracts';
import { CopiedText } from '../../parts/copied-text';
import { QrCode } from '../../parts/qr-code';
import { Table } from '../../parts/table';
import type { FormatAmount } from './claim-call';
import { paymentUrlOf } from './payment-url';

interface CallDetailsProps {
  readonly action: ClaimAction;
  readonly amountOf: FormatAmount;
  /** Base URL of this site. */
  readonly explorerUrl: string;
}

/** The calls of a claim that is ready: decoded, to copy, and as a QR code. */
export const CallDetails = ({ action, amountOf, explorerUrl }: CallDetailsProps) => {
  const { calls, instructions } = action;
  const decoded = calls.map(({ data }) => decodedCall(action, data));
  return (
    <>
      {calls.map((call, at) => (
        <Call key={at} call={call} decoded={decoded[at] ?? null} amountOf={amountOf} />
      ))}
      {calls.length > 0 && <CopiedText name="wallet_sendCalls of EIP-5792" text={sendCallsOf(action)} />}
      {instructions.length > 0 && (
        <CopiedText name="Instructions of one transaction" text={JSON.stringify(instructions, null, 2)} />
      )}
      <CallCode action={action} url={paymentUrlOf(action, decoded[0] ?? null)} explorerUrl={explorerUrl} />
    </>
  );
};

interface CallProps {
  readonly call: UnsignedCall;
  readonly decoded: DecodedCall | null;
  readonly amountOf: FormatAmount;
}

const COLUMNS = ['Argument', 'Type', 'Meaning', 'Value'].map((title) => ({ title, isNumber: false }));

const Call = ({ call: { chain_id: chainId, to, data, value }, decoded, amountOf }: CallProps) => (
  <>
    {decoded === null ? (
      <p>This site cannot decode the call. Do not send what your wallet does not explain.</p>
    ) : (
      <Table
        caption={`Function ${decoded.name} on chain ${chainId}, decoded from data`}
        columns={COLUMNS}
        rows={decoded.arguments.map((argument) => [
          argument.name,
          <code key="type">{argument.type}</code>,
          ARGUMENT_WORDS[argument.is],
          <Value key="value" argument={argument} amountOf={amountOf} />,
        ])}
      />
    )}
    <CopiedText name="to" text={to} />
    <CopiedText name="value" text={value} />
    <CopiedText name="data" text={data} />
  </>
);

/** An amount also in base units, as wallets show it. */
const Value = ({
  argument: { is, value },
  amountOf,
}: { readonly argument: DecodedArgument } & Pick<CallProps, 'amountOf'>) => {
  const texts = [value].flat(2).map(String);
  return (
    <>
      {is === 'amount' && `${texts.map(amountOf).join()}: `}
      {is === 'proof' && `${texts.length} ${texts.length === 1 ? 'hash' : 'hashes'}`}
      {is !== 'proof' && <code class="break">{texts.join()}</code>}
    </>
  );
};

/** Parameters of `wallet_sendCalls`. Only a claim that the wallet itself has to send names its sender. */
function sendCallsOf({ calls, wallet, sender }: ClaimAction): string {
  const parameters = {
    version: '2.0.0',
    ...(sender === 'wallet' && { from: wallet }),
    chainId: `0x${(calls[0]?.chain_id ?? 0).toString(16)}`,
    atomicRequired: calls.length > 1,
    calls: calls.map(({ to, data, value }) => ({ to, data, value })),
  };
  return JSON.stringify([parameters], null, 2);
}

interface CallCodeProps extends Pick<CallDetailsProps, 'action' | 'explorerUrl'> {
  /** Null for a claim that ERC-681 cannot carry. */
  readonly url: string | null;
}

/** QR code of the call, or of this page, which then prepares it on the device of the wallet. Neither contains the wallet as a parameter of an address of this site. */
const CallCode = ({ action: { drop }, url, explorerUrl }: CallCodeProps) => {
  const text = url ?? `${explorerUrl}/check?drop=${drop}`;
  return (
    <figure class="claim-code">
      <QrCode text={text} label={url === null ? 'QR code of this page' : 'QR code of the call'} />
      <figcaption>
        {url === null
          ? 'This page, without the wallet: the addresses that wallets scan (ERC-681) cannot carry a proof or a fee. Open it where your wallet is, and check again there.'
          : 'The call, for a wallet that reads ERC-681. Scan it with the wallet that claims.'}
        <br />
        <code class="break">{text}</code>
      </figcaption>
    </figure>
  );
};
