import { EventEmitter } from 'node:events';
import { GroupOrders } from './group-orders';
import type { Order, Report } from './messages';

describe('GroupOrders', () => {
  let channel: EventEmitter;
  let sent: Report[];
  let orders: GroupOrders;
  beforeEach(() => {
    sent = [];
    channel = Object.assign(new EventEmitter(), { send: (report: Report) => sent.push(report) });
    orders = new GroupOrders(channel);
  });
  const receive = (...types: Order['type'][]) => types.forEach((type) => channel.emit('message', { type }));

  it('keeps the orders that arrive during the start, and obeys later ones at once', () => {
    const obeyed: string[] = [];
    receive('report', 'stop');
    orders.obeyWith(({ type }) => obeyed.push(type));
    expect(obeyed).toEqual(['report', 'stop']);
    receive('make_way');
    expect(obeyed).toEqual(['report', 'stop', 'make_way']);
  });

  it('replies to questions, and notes that the group has started, by itself', () => {
    orders.obeyWith(() => {
      throw new Error('no order');
    });
    expect(orders.isGroupStarted).toBe(false);
    receive('ask', 'group_started');
    expect([sent, orders.isGroupStarted]).toEqual([[{ type: 'alive' }], true]);
  });
});
