import { nodeNotice } from './node-support';

describe('the notice about this Node', () => {
  it.each(['20.19.0', '20.20.2'])('says that %s has no support', (version) => {
    expect(nodeNotice(version)).toBe(
      `Node ${version} has had no support since April 2026, so it gets no fixes: use 22, 24 or 26`,
    );
  });

  it.each(['22.12.0', '24.0.0', '26.3.1', '200.1.0'])('is absent on %s', (version) => {
    expect(nodeNotice(version)).toBeNull();
  });
});
