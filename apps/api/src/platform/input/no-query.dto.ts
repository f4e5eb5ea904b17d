/** The query of a route that takes no parameter: any that comes is refused. */
export class NoQueryDto {}
