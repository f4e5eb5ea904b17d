import type { Campaign } from '@droptrack/discovery';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';

/** A campaign with its list, as Sablier publishes it. */
export interface MadeUpCampaign {
  readonly campaign: Pick<Campaign, 'treeFormat' | 'merkleRoot' | 'totalAmount' | 'recipients'> & {
    readonly ipfsCid: string;
  };
  readonly recipients: readonly { readonly address: string; readonly amount: string }[];
  /** Content of the file. */
  readonly file: string;
}

export const CID = 'QmPK1s3pNYLi9ERiq3BDxKa4XosgWwFRQUydHUtz4YgpqB';

/** Address of a number, in lower case. */
export const addressOf = (number: number): string =>
  `0x${(BigInt(number + 1) * 0x9e3779b97f4a7c15f39cc0605cedc834n).toString(16).padStart(40, '7').slice(0, 40)}`;

/**
 * Makes up a campaign.
 *
 * @param number - of recipients; their amounts grow.
 */
export function makeUpCampaign(number = 60): MadeUpCampaign {
  const recipients = Array.from({ length: number }, (_, n) => ({
    address: addressOf(n),
    amount: `${(n + 1) * 1_000}`,
  }));
  const tree = StandardMerkleTree.of(
    recipients.map(({ address, amount }, index) => [String(index), address, amount]),
    ['uint', 'address', 'uint256'],
  );
  const totalAmount = String(recipients.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
  const file = JSON.stringify({
    merkle_tree: JSON.stringify(tree.dump()),
    number_of_recipients: number,
    recipients,
    root: tree.root,
    total_amount: totalAmount,
  });
  const campaign = { treeFormat: 'openzeppelin', merkleRoot: tree.root, totalAmount, recipients: number } as const;
  return { campaign: { ...campaign, ipfsCid: CID }, recipients, file };
}
