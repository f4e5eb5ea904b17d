import { SetMetadata } from '@nestjs/common';

export const TOKENS = Symbol('tokens');

/**
 * How many tokens a request costs, by its body as it came.
 *
 * @returns a positive integer, whatever the body is: nobody has checked it yet.
 */
export type CountTokens = (body: Uint8Array) => number;

/** A route whose requests cost as many tokens as they ask for at once: all of them, or the request is refused. */
export const CostsTokens = (count: CountTokens): MethodDecorator => SetMetadata(TOKENS, count);
