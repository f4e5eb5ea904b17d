import type { AllocationProof, LeafField } from '@droptrack/contracts';

const field = (type: string, is: LeafField['is']): LeafField => ({ type, is, value: null });

/** Fields of a leaf that a proof does not name, because they are those of its format; none for formats of other chains. */
export function usualFields({ format, index }: Pick<AllocationProof, 'format' | 'index'>): readonly LeafField[] {
  if (!/^(?:uniswap|ens|openzeppelin|abi)$/.test(format)) return [];
  const hasIndex = format !== 'ens' && index !== null;
  return [...(hasIndex ? [field('uint256', 'index')] : []), field('address', 'wallet'), field('uint256', 'amount')];
}

/** True for the stated fields. Other ones could read a column of a genuine leaf as its amount. */
export const areFields = (stated: readonly LeafField[], given: readonly LeafField[]): boolean =>
  stated.length === given.length &&
  stated.every(({ type, is, value }, at) => {
    const field = given[at];
    return field?.type === type && field.is === is && (value === null || field.value === value);
  });
