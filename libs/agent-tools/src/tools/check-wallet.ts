import type { Problem, WalletDropsSummary } from '@droptrack/contracts';
import { WALLET_LENGTH_MAX } from '@droptrack/contracts';
import { z } from 'zod';
import type { AgentData } from '../agent-data';
import { defineTool, type ToolAnswer } from '../agent-tool';
import { counted, known, phrases, usd } from '../figures';
import { asOf, dropId } from '../members';
import { siteOf } from '../site';
import { ToolError } from '../tool-problem';
import { resultFacts, resultFactsOf, resultLine } from '../wallet-result';

/** Results of an answer; the service has ordered them, those to claim first. */
const RESULTS_MAX = 15;

const summaryFacts = z.strictObject({
  claimable_now: z.int(),
  claimable_value_usd: z.number().optional(),
  claimable_without_price: z.int(),
  eligible: z.int(),
  expired: z.int(),
  pending: z.int(),
  unknown: z.int(),
  excluded: z.int(),
  ineligible: z.int(),
  checked_lists: z.int(),
});

const walletFacts = z.strictObject({
  as_of: asOf,
  /** Only for all drops. */
  summary: summaryFacts.optional(),
  results: z.array(resultFacts),
  /** Results that were cut. */
  more: z.int().optional(),
});
type WalletFacts = z.infer<typeof walletFacts>;

export const checkWallet = defineTool({
  name: 'check_wallet',
  title: 'Check a wallet',
  description:
    'Eligibility and claims of a public wallet address: for all drops, or one. Needs plan pro. One drop: 1 token; all: 1 per 25 lists. Only "ineligible" means no: "pending" is undecided, "unknown" cannot be determined. Never ask for a seed phrase or private key.',
  input: z.strictObject({
    wallet: z.string().min(1).max(WALLET_LENGTH_MAX).describe('EVM, Solana, Starknet or Cosmos'),
    drop: dropId.optional(),
  }),
  facts: walletFacts,
  answer: (data, { wallet, drop }) => (drop === undefined ? checkAll(data, wallet) : checkOne(data, wallet, drop)),
});

async function checkOne(data: AgentData, wallet: string, drop: string): Promise<ToolAnswer<WalletFacts>> {
  const result = await data.checkEligibility({ wallet, drop });
  // The link of a claim is only passed on if it belongs to the drop.
  const site = result.claim.url === null ? null : siteOf(await data.explainDrop(drop));
  const facts = { as_of: result.as_of, results: [resultFactsOf(result, site)] };
  return { text: [`As of ${facts.as_of}. ${MEANINGS}`, ...facts.results.map(resultLine)].join('\n'), facts };
}

async function checkAll(data: AgentData, wallet: string): Promise<ToolAnswer<WalletFacts>> {
  const { data: items, as_of } = await data.listWalletDrops({ wallets: [wallet], include: ['claimed'] });
  const [item] = items;
  if (item === undefined) throw new Error('A wallet has no item');
  if ('problem' in item) throw new ToolError(problemOf(item.problem));
  const results = item.data.slice(0, RESULTS_MAX).map((result) => resultFactsOf(result, null));
  const more = item.data.length - results.length;
  const facts = { as_of, summary: summaryOf(item.summary), results, ...(more > 0 && { more }) };
  const lines = [
    `As of ${as_of}. ${MEANINGS}`,
    summaryLine(facts.summary),
    ...results.map(resultLine),
    ...(more > 0 ? [`${counted(more, 'more result')}; check a drop by its id.`] : []),
  ];
  return { text: lines.join('\n'), facts };
}

const MEANINGS = 'Pending is undecided and unknown cannot be determined; neither is a no.';

const problemOf = ({ code, detail }: Problem): { code: string; detail: string } => ({ code, detail });

function summaryOf(summary: WalletDropsSummary): z.infer<typeof summaryFacts> {
  const { claimable_value_usd: value, ...counts } = summary;
  return { ...counts, ...known({ claimable_value_usd: value }) };
}

function summaryLine(summary: z.infer<typeof summaryFacts>): string {
  const { claimable_now: now, claimable_value_usd: value, claimable_without_price: unpriced } = summary;
  return phrases(
    `${counted(now, 'drop')} to claim now${now > 0 && value !== undefined ? `, worth ${usd(value)}` : ''}`,
    unpriced > 0 && `${unpriced} of them without a price`,
    `eligible ${summary.eligible}, expired ${summary.expired}, pending ${summary.pending}, unknown ${summary.unknown}, excluded ${summary.excluded}, ineligible ${summary.ineligible}; ${counted(summary.checked_lists, 'list')} searched`,
  );
}
