import { SetMetadata } from '@nestjs/common';

export const TOKENS = Symbol('tokens');

/**
 * Counts the tokens that a request costs, from its raw body.
 *
 * @returns a positive integer for every body, as it has not been validated yet.
 */
export type CountTokens = (body: Uint8Array) => number;

/** Route whose requests cost a variable number of tokens. A request is rejected unless the bucket has all of them. */
export const CostsTokens = (count: CountTokens): MethodDecorator => SetMetadata(TOKENS, count);
