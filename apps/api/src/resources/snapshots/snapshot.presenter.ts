import { type DropBody, presentDrop, type Revision } from '@droptrack/catalogue';
import type { AllocationPart, AllocationRow, HypeHistoryPoint } from '@droptrack/contracts';
import type { ExportedAllocation, ExportedPoint } from '@droptrack/persistence';
import { base58 } from '@scure/base';
import { presentSignalPoints } from '../hype/hype.presenter';

/** Hex digits of an EVM address; those of a Solana one are more. */
const EVM_DIGITS = 40;

/** The line of a drop as it stood; the revision is of one, and not of its end. */
export function revisionLine({ body, recordedAtMs }: Revision): string {
  return `${JSON.stringify(presentDrop(body as DropBody, recordedAtMs))}\n`; // By what was asked for.
}

/** The line of an hour. */
export function pointLine(point: ExportedPoint): string {
  const { hourMs, recordedAtMs, score, confidence, prior, ruleset } = point;
  const row: HypeHistoryPoint = {
    t: new Date(hourMs).toISOString(),
    recorded_at: new Date(recordedAtMs).toISOString(),
    score,
    confidence,
    prior,
    ruleset,
    signals: presentSignalPoints(point),
  };
  return `${JSON.stringify(row)}\n`;
}

/** The line of a wallet. Put together by hand: there may be millions, and nothing in them needs escaping. */
export function allocationLine({ wallet, amount, index, breakdown }: ExportedAllocation): string {
  const parts = breakdown === null ? '[]' : JSON.stringify(breakdown.map(partOf));
  return `{"wallet":"${addressOf(wallet)}","amount":"${amount}","index":${index},"breakdown":${parts}}\n`;
}

/** As {@link allocationLine} writes it. */
export const allocationRow = (row: ExportedAllocation): AllocationRow =>
  JSON.parse(allocationLine(row)) as AllocationRow;

/** In lower case: the checksum of EIP-55 for each of a million wallets would take longer than all the rest. */
const addressOf = (hex: string): string =>
  hex.length === EVM_DIGITS ? `0x${hex}` : base58.encode(Buffer.from(hex, 'hex'));

const partOf = ({ reason, amount }: AllocationPart): AllocationPart => ({ reason, amount });
