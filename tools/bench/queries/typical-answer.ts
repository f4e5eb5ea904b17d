import { fetchAnswer, type WireAnswer } from '../load/fetch-answer';

/**
 * The one of several answers whose length is nearest to their mean: what a server that sends one
 * answer again and again has to send, to have as much to send as one that sends them all.
 */
export async function typicalAnswer(port: number, requests: readonly string[]): Promise<WireAnswer> {
  const answers: WireAnswer[] = [];
  for (const request of requests) answers.push(await fetchAnswer(port, request));
  return nearestToMean(answers);
}

/** Of at least one. */
export function nearestToMean<T extends { readonly body: string }>(answers: readonly T[]): T {
  const mean = answers.reduce((sum, { body }) => sum + body.length, 0) / answers.length;
  const distance = ({ body }: T): number => Math.abs(body.length - mean);
  return answers.reduce((nearest, answer) => (distance(answer) < distance(nearest) ? answer : nearest));
}
