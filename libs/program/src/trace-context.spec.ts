import { randomBytes } from 'node:crypto';
import { readTraceparent, startTrace } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('readTraceparent', () => {
  it.each([
    ['sampled', `00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`],
    ['not sampled', `00-${TRACE}-${PARENT}-00`, `00-${TRACE}-${PARENT}-00`],
    ['of a later version', `cc-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`],
    ['of a later version with more fields', `cc-${TRACE}-${PARENT}-01-what`, `00-${TRACE}-${PARENT}-01`],
  ])('continues a trace that is %s', (_, header, traceparent) => {
    expect(readTraceparent(header)).toEqual({ traceId: TRACE, traceparent });
  });

  // A trace id is logged: no text of a client may reach the log by it.
  it.each([
    ['no header', undefined],
    ['several headers', [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`]],
    ['joined headers', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['an empty header', ''],
    ['upper case', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the forbidden version', `ff-${TRACE}-${PARENT}-01`],
    ['more fields in version 00', `00-${TRACE}-${PARENT}-01-what`],
    ['fields without a separator', `cc-${TRACE}-${PARENT}-01what`],
    ['a line break', `00-${TRACE}-${PARENT}-01\n`],
    ['an EVM address', `00-d8da6bf26964af9d7eed9e03e53415d37aa96045-${PARENT}-01`],
    ['the shortest Solana address', `00-${'1'.repeat(32)}-${PARENT}-01`],
  ])('ignores %s', (_, header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});

describe('startTrace', () => {
  it('starts a trace of its own for each request, in a form that is read back', () => {
    const [first, second] = [startTrace(randomBytes), startTrace(randomBytes)];
    expect(readTraceparent(first.traceparent)).toEqual(first);
    expect(second.traceId).not.toBe(first.traceId);
  });
});
