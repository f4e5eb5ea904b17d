import { type AmountText, argumentText, decodedCall } from '@droptrack/claim-calls';
import type { ClaimAction } from '@droptrack/contracts';
import { QrCode } from '../../parts/qr-code';
import { Table } from '../../parts/table';
import { paymentUrlOf } from './payment-url';

interface CallDetailsProps {
  readonly action: ClaimAction;
  readonly amountOf: AmountText;
  /** Base URL of this site. */
  readonly explorerUrl: string;
}

const COLUMNS = ['Argument', 'Type', 'Value'].map((title) => ({ title, isNumber: false }));

/** The calls of a claim that is ready: decoded, to copy, and as a QR code. */
export const CallDetails = ({ action, amountOf, explorerUrl }: CallDetailsProps) => {
  const url = paymentUrlOf(action);
  const text = url ?? `${explorerUrl}/check?drop=${action.drop}`;
  return (
    <>
      {action.calls.map(({ chain_id: chainId, to, value, data }) => {
        const decoded = decodedCall(action, data);
        return (
          <>
            {decoded === null ? (
              <p>This site cannot decode the call. Do not send what your wallet does not explain.</p>
            ) : (
              <Table
                caption={`Function ${decoded.name} on chain ${chainId}, decoded from data`}
                columns={COLUMNS}
                rows={decoded.arguments.map((each) => [
                  each.name,
                  <code key="type">{each.type}</code>,
                  <span key="value" class="break">
                    {argumentText(each, action.distributor?.token ?? '', amountOf)}
                  </span>,
                ])}
              />
            )}
            {Object.entries({ to, value, data }).map(([name, text]) => (
              <CopiedText key={name} name={name} text={text} />
            ))}
          </>
        );
      })}
      {action.calls.length > 0 && <CopiedText name="wallet_sendCalls of EIP-5792" text={sendCallsOf(action)} />}
      {action.instructions.length > 0 && (
        <CopiedText name="instructions of one transaction" text={JSON.stringify(action.instructions, null, 2)} />
      )}
      <figure>
        <QrCode text={text} label={url === null ? 'QR code of this page' : 'QR code of the call'} />
        <figcaption>
          {url === null
            ? 'This page, without the wallet: an address that wallets scan (ERC-681) cannot carry a proof or a fee. Open it where your wallet is, and check again there.'
            : 'The call, for a wallet that reads ERC-681. Scan it with the wallet that claims.'}{' '}
          <code class="break">{text}</code>
        </figcaption>
      </figure>
    </>
  );
};

/** A text to copy. One click selects it; the island `copy` adds a button. */
const CopiedText = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div class="copied" data-copy={name}>
    <p>{name}</p>
    <pre tabIndex={0} role="region" aria-label={name}>
      <code>{text}</code>
    </pre>
  </div>
);

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
