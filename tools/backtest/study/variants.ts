import {
  type HypeRules,
  type MomentumRule,
  RULESET_2026_1,
  RULESET_2026_3,
  type Ruleset,
  type SignalId,
} from '@droptrack/scoring';
import type { Day, Days } from '../data/days';
import { meanOfDays, WEEK_DAYS } from '../outcomes';
import type { Panel, Project } from '../panel';
import { type Predictor, scoreOf, without } from '../predictors';

/** 2026.1 with some of its constants of momentum changed. */
export function withMomentum(change: Partial<MomentumRule>): Ruleset {
  return withRules({ momentum: { ...RULESET_2026_1.hype.momentum, ...change } });
}

/** 2026.3 with another half-life of counts. */
export function withHalfLife(halfLifeDays: number): Ruleset {
  const { hype } = RULESET_2026_3;
  return { ...RULESET_2026_3, hype: { ...hype, averaging: { ...hype.averaging, halfLifeDays } } };
}

function withRules(change: Partial<HypeRules>): Ruleset {
  return { ...RULESET_2026_1, hype: { ...RULESET_2026_1.hype, ...change } };
}

const LEVELS_ONLY = withMomentum({ share: 0 });

/**
 * The score of 2026.1 with one change each, named by `id`. Constants are passed to the real scoring function; signals are
 * removed from the project, as if they were not applicable.
 */
export function variantsOf(panel: Panel): Predictor[] {
  const ids = signalsOf(panel);
  return [
    scoreOf(RULESET_2026_1, 'as it is'),
    scoreOf(RULESET_2026_1, 'before rounding', ({ exact }) => exact),
    scoreOf(LEVELS_ONLY, 'levels only'),
    scoreOf(withMomentum({ share: 1 }), 'momentum only'),
    scoreOf(withMomentum({ zClip: 1 }), 'z within ±1'),
    scoreOf(withMomentum({ deviationFloor: 1 }), 'deviation floor 1'),
    scoreOf(withMomentum({ baselineDays: 14 }), '14 days to compare with'),
    scoreOf(withRules({ signals: RULESET_2026_1.hype.signals.map(ageless) }), 'readings do not age'),
    scoreOf(withRules({ signals: RULESET_2026_1.hype.signals.map(equal) }), 'equal weights'),
    withMissing(RULESET_2026_1, ids, 'what cannot be had is missing'),
    ...(ids.length === 1 ? [] : ids.map((id) => without([id], scoreOf(RULESET_2026_1), `without ${id}`))),
    ...(ids.length === 1 ? [] : alone(ids, 'reddit_authors')),
    overAWeek(panel, LEVELS_ONLY, 'levels only, of the mean of 7 days'),
    scoreOf(withRules({ averaging: RULESET_2026_3.hype.averaging }), 'counts averaged as in 2026.3'),
    scoreOf(RULESET_2026_3, 'that and levels only: 2026.3'),
  ];
}

const signalsOf = ({ projects }: Panel): SignalId[] =>
  RULESET_2026_1.hype.signals.map(({ id }) => id).filter((id) => projects.some(({ signals }) => id in signals));

const equal = (rule: Ruleset['hype']['signals'][number]) => ({ ...rule, weight: 0.1 });
const ageless = (rule: Ruleset['hype']['signals'][number]) => ({ ...rule, aging: null });

function alone(ids: readonly SignalId[], only: SignalId): Predictor[] {
  const others = ids.filter((id) => id !== only);
  return [
    without(others, scoreOf(RULESET_2026_1), `${only} alone`),
    without(others, scoreOf(LEVELS_ONLY), `${only} alone, levels only`),
  ];
}

/** With all signals of the panel applicable to every project, and those without data unread. */
function withMissing(ruleset: Ruleset, ids: readonly SignalId[], id: string): Predictor {
  const score = scoreOf(ruleset, id);
  const unread: Days = new Map();
  const all = Object.fromEntries(ids.map((each) => [each, unread]));
  const widened = memoized((project) => ({ ...project, signals: { ...all, ...project.signals } }));
  return { id, at: (project, day) => score.at(widened(project), day) };
}

/** With the mean of 7 days as each reading. */
function overAWeek(panel: Panel, ruleset: Ruleset, id: string): Predictor {
  const score = scoreOf(ruleset, id);
  const smooth = memoized((project) => ({
    ...project,
    signals: Object.fromEntries(Object.entries(project.signals).map(([each, days]) => [each, weekly(days, panel)])),
  }));
  return { id, at: (project, day) => score.at(smooth(project), day) };
}

function weekly(days: Days, { firstDay, lastDay }: Panel): Days {
  const means = new Map<Day, number>();
  for (let day = firstDay; day <= lastDay; day += 1) {
    const mean = meanOfDays(days, day - WEEK_DAYS + 1, day);
    if (mean !== null) means.set(day, mean);
  }
  return means;
}

/** Converts each project once, not once a day. */
function memoized(make: (project: Project) => Project): (project: Project) => Project {
  const made = new Map<Project, Project>();
  return (project) => {
    const known = made.get(project) ?? make(project);
    made.set(project, known);
    return known;
  };
}
