import { RULESET_2026_3 } from '@droptrack/scoring';
import { nearBest } from '../study/choose';
import type { Study, Whole } from '../study/study';
import { ablations, choice, heldOut, words } from './choices';
import { leftOut } from './left-out';
import { beyond, byResampling, changes, levelDifferences, levels, sizes } from './whole';

/** The figures of the page: the text between its markers. */
export function figuresOf(study: Study): string {
  const { main, plain, traded } = study;
  const wholes = [...main, ...plain];
  return [
    '### What was compared',
    sizes([...wholes, traded]),
    '### The next week',
    levels(wholes),
    levelDifferences(wholes),
    byResampling(wholes),
    '### The next week, beyond the baselines',
    beyond(wholes),
    '### The change of the next week',
    changes(withTraded(study), 'change', 'rank correlation with the change, as a difference, of'),
    changes(withTraded(study), 'ratio', 'rank correlation with the change, as a ratio, of'),
    '### A signal never predicts itself',
    leftOut(study.leftOut),
    '### Choice of the half-life of 2026.3',
    choice('half-life, days', study.halfLives, RULESET_2026_3.hype.averaging.halfLifeDays),
    '### Choice of the share of momentum of 2026.2',
    choice('share', study.shares, Math.max(...nearBest(study.shares))),
    '### On days and projects on which nothing was chosen',
    heldOut(study.heldOut),
    '### What costs it: 2026.1 with one thing changed',
    ablations(study.ablations),
    '### Tickers that are words',
    words(study.words),
  ].join('\n\n');
}

/** The main sets, and the traded value. */
const withTraded = ({ main: [all, valued, solana], traded }: Study): Whole[] => [all, valued, traded, solana];
