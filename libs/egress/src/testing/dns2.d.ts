/** Types of `dns2`, which has none, as far as they are used. */
declare module 'dns2' {
  interface Question {
    readonly name: string;
    readonly type: number;
    readonly class: number;
  }
  interface Answer extends Question {
    readonly ttl: number;
    readonly address?: string;
    readonly domain?: string;
  }
  interface Message {
    readonly questions: readonly Question[];
    readonly answers: Answer[];
    readonly header: { rcode: number };
  }
  interface Server {
    listen(options: { udp: { port: number; address: string } }): Promise<{ udp: { port: number } }>;
    close(): Promise<void>;
  }
  const dns2: {
    createServer(options: { udp: boolean; handle(request: Message, send: (response: Message) => void): void }): Server;
    readonly Packet: {
      createResponseFromRequest(request: Message): Message;
      readonly TYPE: { readonly A: number; readonly AAAA: number; readonly CNAME: number };
      readonly CLASS: { readonly IN: number };
    };
  };
  export default dns2;
}
