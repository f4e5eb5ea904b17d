import { amountsOf, type AmountText, argumentText, CHECK_WORDS, claimRows, decodedCall } from '@droptrack/claim-calls';
import type { ClaimAction, ClaimPreparationQuery, UnsignedCall } from '@droptrack/contracts';
import { hasDigitsOfKey, readWallet } from '@droptrack/eligibility';
import { ApiError } from '@droptrack/sdk';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { formatTable } from '../../output/format';
import { explainFailure } from '../../session/api-client';
import { rejectKey, rejectSecret, secretError } from '../../session/reject-secret';
import { type ApiSession, interruptible, type Session } from '../../session/session';
import { invalidWallet, readGiven } from '../check/check';

export interface PrepareClaim {
  readonly drop: string;
  readonly wallet: string;
  readonly to: string | null;
  /** Empty for the unnamed list. */
  readonly list: string | null;
  readonly delegate: string | null;
  readonly acceptForgone: boolean;
}

/** Prepares the claim of the wallet of the argument, or of standard input. */
export async function prepareGiven(
  input: PrepareClaim,
  session: Session & Pick<ApiSession, 'client'>,
): Promise<number> {
  return interruptible(prepareClaim)({ ...input, wallet: await readGiven(input.wallet, session) }, session);
}

/**
 * Prepares a claim, and prints its checks, its decoded calls and its costs. A claim that is not ready is a result, as that of a check.
 *
 * @throws {CliError} for an invalid address, an unknown drop, and failures of the API; none contains an address.
 */
export async function prepareClaim(input: PrepareClaim, { client, output, signal }: ApiSession): Promise<number> {
  const { drop: id, wallet, to, delegate } = input;
  for (const text of [id, wallet, to ?? '', delegate ?? '']) rejectSecret(text);
  // The id becomes part of an address of the API, which a wallet must never be.
  if (typeof readWallet(id) !== 'string')
    throw new CliError(INVALID_ARGUMENT, 'The drop is a wallet: state the drop first');
  if ([to, delegate].some((address) => hasDigitsOfKey(address ?? ''))) throw secretError('hash_or_key');
  try {
    const [drop, explained] = await Promise.all([
      client.drops.get(id, {}, { signal }),
      client.drops.explain(id, { signal }),
    ]);
    await rejectKey(wallet, () => Promise.resolve(explained));
    const body = queryOf(input);
    const action = await client.request<ClaimAction>('POST', '/v1/claims/prepare', { body, signal });
    const text = textOf(action, amountsOf(action.list, drop, explained));
    output.result(action, text, remarksOf(action).join('\n'));
    return EXIT.done;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_wallet') throw invalidWallet(error);
    throw explainFailure(error);
  }
}

const queryOf = ({ drop, wallet, to, list, delegate, acceptForgone }: PrepareClaim): ClaimPreparationQuery => ({
  ...{ drop, wallet },
  ...(to !== null && { to }),
  ...(list !== null && { list: list === '' ? null : list }),
  ...(delegate !== null && { delegate }),
  ...(acceptForgone && { accept_forgone: true }),
});

/** Tables of the checks, of each call and its arguments, and of what the claim pays and costs. */
function textOf(action: ClaimAction, amountOf: AmountText): string {
  const { checks, calls, instructions } = action;
  const checkRows = checks.map((each) => [
    each.code,
    each.ok ? 'yes' : 'no',
    String(each.block ?? '-'),
    CHECK_WORDS[each.code],
  ]);
  const tables = [
    checks.length === 0 ? '' : formatTable(['CHECK', 'HOLDS', 'BLOCK', 'MEANING'], checkRows),
    ...calls.map((call) => callText(action, call, amountOf)),
    instructions.length === 0 ? '' : JSON.stringify(instructions, null, 2),
    formatTable(null, claimRows(action, amountOf)),
  ];
  return tables.filter((table) => table !== '').join('\n\n');
}

function callText(
  action: ClaimAction,
  { chain_id: chainId, to, data, value }: UnsignedCall,
  amountOf: AmountText,
): string {
  const decoded = decodedCall(action, data);
  const token = action.distributor?.token ?? '';
  const rows = decoded?.arguments.map((each) => [each.name, each.type, argumentText(each, token, amountOf)]) ?? [];
  const given = rows.length === 0 ? '' : `${formatTable(['ARGUMENT', 'TYPE', 'VALUE'], rows)}\n\n`;
  const fields = Object.entries({
    function: decoded?.name ?? 'not decoded: do not send it',
    chain: String(chainId),
    to,
    value,
    data,
  });
  return given + formatTable(null, fields);
}

/** Remarks on what to do next, without the wallet. */
const remarksOf = ({ status, reason, page }: ClaimAction): string[] =>
  reason === null
    ? ['Ready: unsigned and not sent. Compare it with what your wallet shows before you confirm there.']
    : [`${status.replaceAll('_', ' ')}: ${reason.message}`, ...(page === null ? [] : [`Page of the project: ${page}`])];
