import { SetMetadata } from '@nestjs/common';

export const IS_STREAMED = Symbol('streamed');

/** A route whose answers are lines of JSON, sent as they come. */
export const Streamed = (): ClassDecorator & MethodDecorator => SetMetadata(IS_STREAMED, true);
