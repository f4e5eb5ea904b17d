/** A number of things: `1 drop`, `81 drops`. @param things - where they are not the thing with an s. */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`;
}
