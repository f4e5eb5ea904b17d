import { type DropBody, presentDrop, type Revision } from '@droptrack/catalogue';
import type { AllocationPart, AllocationRow, HypeHistoryPoint, TokenAllocation } from '@droptrack/contracts';
import { addressOfKey } from '@droptrack/eligibility';
import type { ExportedAllocation, ExportedPoint } from '@droptrack/persistence';
import { presentMomentum, presentSignalPoints, publishedScore } from '../hype/hype.presenter';

/** Line of a drop. The revision must contain the drop, not its removal. */
export function revisionLine({ body, recordedAtMs }: Revision): string {
  return `${JSON.stringify(presentDrop(body as DropBody, recordedAtMs))}\n`;
}

/** Line of a hype point. */
export function pointLine(point: ExportedPoint): string {
  const { hourMs, recordedAtMs, confidence, prior, ruleset } = point;
  const signals = presentSignalPoints(point);
  const row: HypeHistoryPoint = {
    t: new Date(hourMs).toISOString(),
    recorded_at: new Date(recordedAtMs).toISOString(),
    score: publishedScore(point),
    confidence,
    prior,
    momentum: presentMomentum(signals, ruleset),
    ruleset,
    signals,
  };
  return `${JSON.stringify(row)}\n`;
}

/** Line of a wallet. Concatenated for speed: lists have millions of rows, and no value needs escaping. */
export function allocationLine({ wallet, amount, index, breakdown, tokens }: ExportedAllocation): string {
  const ofTokens = tokens === undefined ? '' : `,"tokens":${JSON.stringify(tokens.map(tokenOf))}`;
  const parts = breakdown === null ? '[]' : JSON.stringify(breakdown.map(partOf));
  return `{"wallet":"${addressOfKey(wallet)}","amount":"${amount}","index":${index},"breakdown":${parts}${ofTokens}}\n`;
}

/** Parsed form of {@link allocationLine}. */
export const allocationRow = (row: ExportedAllocation): AllocationRow =>
  JSON.parse(allocationLine(row)) as AllocationRow;

const partOf = ({ reason, amount }: AllocationPart): AllocationPart => ({ reason, amount });

const tokenOf = ({ token, amount }: TokenAllocation): TokenAllocation => ({ token, amount });
