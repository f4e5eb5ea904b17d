/** Query of a route without parameters: every parameter is rejected. */
export class NoQueryDto {}
