/** The number that a delivery's id stands for; null for what is none. */
export function deliveryNumber(id: string): string | null {
  const [, number = null] = /^dlv_([1-9][0-9]{0,17})$/.exec(id) ?? [];
  return number;
}
