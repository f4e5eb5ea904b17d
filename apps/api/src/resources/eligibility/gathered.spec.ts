import * as fc from 'fast-check';
import { UnavailableError } from '../../platform/errors/domain-error';
import { Gathered, type GatheringTerms } from './gathered';

const TERMS: GatheringTerms = { questionsMax: 4, tripsMax: 2, heldMax: 1_000, waitMsMax: 1_000 };
/** A clock that stands: nothing waits too long for a busy machine. */
const still = () => 0;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Gathered', () => {
  // Somebody else's answer would tell a stranger's allocation.
  it('gives each question its own answer, however they come and whichever round trips fail', async () => {
    const arrival = fc.record({ question: fc.nat(1_000), turns: fc.nat(3) });
    const trip = fc.record({ turns: fc.nat(4), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 40 }), fc.array(trip, { maxLength: 40 }), async (asked, plan) => {
        const trips: { questions: readonly number[]; fails: boolean }[] = [];
        let [underWay, mostUnderWay] = [0, 0];
        const gathered = new Gathered<number, number>(
          async (questions) => {
            const { turns = 0, fails = false } = plan[trips.length] ?? {};
            trips.push({ questions, fails });
            mostUnderWay = Math.max(mostUnderWay, ++underWay);
            for (let n = 0; n < turns; n += 1) await turn();
            underWay -= 1;
            if (fails) throw new Error(`failed: ${questions.join()}`);
            return questions.map((question) => question * 2);
          },
          TERMS,
          still,
        );
        const answers: Promise<PromiseSettledResult<number>[]>[] = [];
        for (const { question, turns } of asked) {
          for (let n = 0; n < turns; n += 1) await turn();
          answers.push(Promise.allSettled([gathered.ask(question)]));
        }
        const settled = (await Promise.all(answers)).flat();

        expect(trips.flatMap(({ questions }) => questions)).toEqual(asked.map(({ question }) => question));
        const failed = trips.flatMap(({ questions, fails }) => questions.map(() => fails));
        settled.forEach((outcome, n) => {
          if (outcome.status === 'fulfilled') expect(outcome.value).toBe(asked[n]!.question * 2);
          expect(outcome.status === 'rejected').toBe(failed[n]);
        });
        expect(Math.max(0, ...trips.map(({ questions }) => questions.length))).toBeLessThanOrEqual(TERMS.questionsMax);
        expect(mostUnderWay).toBeLessThanOrEqual(TERMS.tripsMax);
      }),
    );
  });

  it('asks together what comes in one turn, and what comes while round trips are under way', async () => {
    const trips: number[] = [];
    const slow = new Gathered<number, number>(
      async (questions) => {
        trips.push(questions.length);
        for (let n = 0; n < 5; n += 1) await turn();
        return questions;
      },
      { ...TERMS, questionsMax: 100, tripsMax: 1 },
      still,
    );
    const first = [1, 2, 3].map((question) => slow.ask(question));
    await turn();
    const later = [4, 5].map((question) => slow.ask(question));
    await turn();
    later.push(slow.ask(6));
    expect(await Promise.all([...first, ...later])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(trips).toEqual([3, 3]);
  });

  it('goes on while one round trip hangs', async () => {
    let isFirst = true;
    const gathered = new Gathered<number, number>(
      (questions) => {
        if (!isFirst) return Promise.resolve(questions);
        isFirst = false;
        return new Promise(() => undefined);
      },
      TERMS,
      still,
    );
    void gathered.ask(0);
    await turn();
    expect(await gathered.ask(1)).toBe(1);
    expect(await gathered.ask(2)).toBe(2);
  });

  it('refuses what nobody could wait for: too many, or for too long', async () => {
    const clock = { nowMs: 0 };
    const endings: (() => void)[] = [];
    const asked: number[] = [];
    const gathered = new Gathered<number, number>(
      (questions) => {
        asked.push(...questions);
        return new Promise((resolve) => endings.push(() => resolve(questions)));
      },
      { questionsMax: 1, tripsMax: 1, heldMax: 3, waitMsMax: 100 },
      () => clock.nowMs,
    );
    const first = gathered.ask(1);
    await turn();
    const late = Promise.allSettled([gathered.ask(2)]);
    clock.nowMs = 50;
    const third = gathered.ask(3);
    await expect(gathered.ask(4)).rejects.toThrow(UnavailableError);
    clock.nowMs = 120;
    endings[0]!();
    expect(await first).toBe(1);
    expect(await late).toMatchObject([{ status: 'rejected', reason: expect.any(UnavailableError) as Error }]);
    await turn();
    endings[1]!();
    expect([await third, asked]).toEqual([3, [1, 3]]);
  });
});
