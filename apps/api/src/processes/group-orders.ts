import type { Order, Report } from './messages';

/** Orders about the life of this process; the other ones need nothing but the messages. */
type LifeOrder = Extract<Order, { readonly type: 'stop' | 'make_way' | 'report' }>;

/** Channel to the primary process: `process`. */
interface OrderChannel {
  on(event: 'message', listener: (order: Order) => void): unknown;
  send?(report: Report): unknown;
}

/** Orders of the primary process to this one, from its start on. */
export class GroupOrders {
  #isGroupStarted = false;
  #waiting: LifeOrder[] = [];
  #obey: ((order: LifeOrder) => void) | null = null;

  constructor(private readonly channel: OrderChannel) {
    channel.on('message', (order) => this.#receive(order));
  }

  /** True once all processes of the group have been started. */
  get isGroupStarted(): boolean {
    return this.#isGroupStarted;
  }

  /** @param obey - called with each order, those that have arrived during the start first. */
  obeyWith(obey: (order: LifeOrder) => void): void {
    this.#obey = obey;
    this.#waiting.splice(0).forEach(obey);
  }

  #receive(order: Order): void {
    if (order.type === 'ask') this.channel.send?.({ type: 'alive' });
    else if (order.type === 'group_started') this.#isGroupStarted = true;
    else if (this.#obey === null) this.#waiting.push(order);
    else this.#obey(order);
  }
}
