import type { NDJSON_TYPE, STREAM_TYPE } from '@droptrack/contracts';
import { SetMetadata } from '@nestjs/common';

export const STREAMED_AS = Symbol('streamed as');

/** Media type of a streamed response: lines of JSON, or events. */
export type StreamedType = typeof NDJSON_TYPE | typeof STREAM_TYPE;

/** A route whose responses have this media type, and are sent part by part. */
export const Streamed = (type: StreamedType): ClassDecorator & MethodDecorator => SetMetadata(STREAMED_AS, type);
