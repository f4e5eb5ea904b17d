import { amountsOf, type AmountText, CHECK_WORDS, claimRows, decodedCall, NODE_SAYS } from '@droptrack/claim-calls';
import type { ClaimAction, ClaimPreparationQuery, OfficialDomain } from '@droptrack/contracts';
import { hasDigitsOfKey, isKeyFor } from '@droptrack/eligibility';
import { z } from 'zod';
import { defineTool } from '../agent-tool';
import { known } from '../figures';
import { foreignText, ownLink, quoted } from '../foreign-text';
import { asOf, dropId } from '../members';
import { rejectSecret, secretError, TEXT_LENGTH_MAX, walletArgument } from '../wallet-argument';

export const prepareClaim = defineTool({
  name: 'prepare_claim',
  title: 'Prepare a claim',
  description:
    'Unsigned call that claims a drop; the human confirms it. Never choose to, delegate (of votes) or accept_forgone (loses a part) yourself. Plan pro. 1 token.',
  input: z.strictObject({
    drop: dropId,
    wallet: walletArgument,
    to: z.string().max(TEXT_LENGTH_MAX).optional(),
    list: z.string().max(64).describe('empty: unnamed').optional(),
    delegate: z.string().max(TEXT_LENGTH_MAX).optional(),
    accept_forgone: z.boolean().optional(),
  }),
  facts: z.strictObject({
    as_of: asOf,
    /** `ClaimAction` of the API. Texts of a node and links to other hosts than that of the drop are removed. */
    action: z.custom<ClaimAction>((value) => typeof value === 'object' && value !== null && 'status' in value),
  }),
  answer: async (data, given) => {
    const { drop: id, wallet, to, list, delegate, accept_forgone } = given;
    for (const text of [wallet, to ?? '', delegate ?? '']) rejectSecret(text);
    const [drop, explained] = await Promise.all([data.getDrop(id), data.explainDrop(id)]);
    // The digits of a key are no address that can receive anything of these claims.
    const isKey = [to, delegate].some((text) => text !== undefined && hasDigitsOfKey(text));
    if (isKey || isKeyFor(wallet, explained.wallets)) throw secretError('hash_or_key');
    const query: ClaimPreparationQuery = {
      ...{ drop: id, wallet, ...known({ to, delegate, accept_forgone }) },
      ...(list !== undefined && { list: list === '' ? null : list }),
    };
    const action = cleaned(await data.prepareClaim(query), explained.official_domains);
    const symbol = drop.symbol === null ? null : quoted(drop.symbol);
    const amountOf = amountsOf(action.list, { ...drop, symbol }, explained);
    return { text: linesOf(action, amountOf).join('\n'), facts: { as_of: action.as_of, action } };
  },
});

/** A claim without texts and links of others. */
function cleaned(action: ClaimAction, domains: readonly OfficialDomain[]): ClaimAction {
  const { simulation, page } = action;
  const error = foreignText(simulation?.error ?? '');
  return { ...action, page: ownLink(page, domains), simulation: simulation && { ...simulation, error } };
}

function linesOf(action: ClaimAction, amountOf: AmountText): string[] {
  const { drop, wallet, status, reason, as_of, page, calls, checks } = action;
  const failed = checks.find(({ ok }) => !ok);
  const block = checks.find((check) => check.block !== null)?.block;
  const at = block === undefined ? '' : ` at block ${block}`;
  return [
    `Claim of ${drop} as of ${as_of}: ${status.replaceAll('_', ' ')}${reason === null ? '' : ` (${reason.code}): ${reason.message}`}`,
    calls.length + action.instructions.length === 0
      ? 'There is no call.'
      : 'It is unsigned and was not sent. The human must compare contract, recipient and amount, and confirm in the wallet.',
    ...calls.map(({ chain_id: chainId, to, data, value }) => {
      const decoded = decodedCall(action, data);
      const names = decoded?.arguments.map(({ name }) => name).join(', ');
      const called = decoded === null ? 'a function that is not known' : `${decoded.name}(${names})`;
      return `Call: chain ${chainId}, contract ${to}, ${called}, value ${BigInt(value)} wei`;
    }),
    ...claimRows(action, amountOf).map(
      ([name, text]) => `${name}: ${name === NODE_SAYS ? quoted(text) : text.replaceAll(wallet, 'the wallet')}`,
    ),
    status === 'ready' ? `Checked${at}: ${checks.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}` : '',
    failed === undefined ? '' : `Does not hold${at}: ${CHECK_WORDS[failed.code]}`,
    page === null ? '' : `Page of the project: ${page}`,
  ].filter((line) => line !== '');
}
