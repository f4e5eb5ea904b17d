import { Answer } from './answer';

/** An object as the answer of a resource whose body ends in `as_of`, which is added when it is sent. */
export function objectAnswer(body: object): Answer {
  return new Answer(JSON.stringify(body).slice(0, -1), true);
}
