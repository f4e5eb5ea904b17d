import type { SignalId } from '@droptrack/scoring';
import type { Panel, Project } from '../panel';
import { readAttention } from './attention';
import { readTransfers, withNewAccounts } from './transfers';
import { WORD_TICKERS } from './words';

/** Projects that are ranked against each other, with the figure to predict. */
export interface ProjectSet {
  readonly title: string;
  /** Name of the predicted figure. */
  readonly target: string;
  readonly panel: Panel;
}

/** The sets of the page. */
export interface Sets {
  readonly all: ProjectSet;
  /** The projects with a price and a volume. */
  readonly valued: ProjectSet;
  readonly solana: ProjectSet;
  /** Without the tickers that are words. */
  readonly plain: ProjectSet;
  readonly plainValued: ProjectSet;
  /** Those with price and volume again; to predict: the traded value. */
  readonly traded: ProjectSet;
  readonly plainTraded: ProjectSet;
  /** The Solana tokens again; to predict: their new accounts. */
  readonly accounts: ProjectSet;
}

/**
 * Reads the sets.
 *
 * @param folder - with the tables of signals.
 * @throws {NoDataError}
 */
export function readSets(folder: string): Sets {
  const all = readAttention(folder);
  const valued = only(all, ({ signals }) => signals.tvl_usd !== undefined);
  const plain = only(all, ({ id }) => !WORD_TICKERS.has(id));
  const plainValued = only(valued, ({ id }) => !WORD_TICKERS.has(id));
  const solana = readTransfers(folder);
  const mentions = 'mentions';
  const value = 'traded value';
  return {
    all: { title: 'All projects', target: mentions, panel: all },
    valued: { title: 'Priced projects', target: mentions, panel: valued },
    solana: { title: 'Solana tokens', target: 'senders', panel: solana },
    plain: { title: 'All, no words', target: mentions, panel: plain },
    plainValued: { title: 'Priced, no words', target: mentions, panel: plainValued },
    traded: { title: 'Priced projects', target: value, panel: toPredict('tvl_usd', valued) },
    plainTraded: {
      title: 'Priced, no words',
      target: value,
      panel: toPredict('tvl_usd', plainValued),
    },
    accounts: { title: 'Solana tokens', target: 'new accounts', panel: withNewAccounts(solana, folder) },
  };
}

const only = (panel: Panel, isKept: (project: Project) => boolean): Panel => ({
  ...panel,
  projects: panel.projects.filter(isKept),
});

/** With a signal as the target; projects without it are left out. */
function toPredict(signal: SignalId, panel: Panel): Panel {
  const projects = panel.projects.flatMap(({ signals, ...project }) => {
    const target = signals[signal];
    return target === undefined ? [] : [{ ...project, signals, target }];
  });
  return { ...panel, projects };
}
