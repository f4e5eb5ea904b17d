import { EXAMPLE_AS_OF } from './example-catalogue';

/** Example of a list whose rows fit on one page. */
export const examplePage = <T>(data: T[]) => ({ data, has_more: false, next_cursor: null, as_of: EXAMPLE_AS_OF });
