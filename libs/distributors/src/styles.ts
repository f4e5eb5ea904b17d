import type { DistributorStyle } from './style';
import { EIGENLAYER, MERKL, MORPHO, ONEINCH } from './styles/cumulative';
import { DYDX, KERNEL, SPARK, TOWNS } from './styles/rounds';
import {
  SABLIER_INSTANT,
  SABLIER_LINEAR,
  SABLIER_TRANCHED,
  SABLIER_V1,
  SABLIER_V1_3_INSTANT,
  SABLIER_V1_3_STREAM,
  SABLIER_VARIABLE,
} from './styles/sablier';
import { ARBITRUM, LINEA, SQUILL, XAI, ZORA, ZORA_COMMUNITY } from './styles/stored';
import { COW, DEGEN, ENS, HEDGEY, SHAPESHIFT, UNISWAP, ZKSYNC } from './styles/trees';
import { CONNEXT, SADDLE, SAFE, SHUTTER } from './styles/vested';
import { BLUR, CONVEX, LISTA, LOOKSRARE, VELODROME, WALLETCONNECT } from './styles/wallets';

/** Styles by the names that catalogue files use. */
export const DISTRIBUTOR_STYLES = {
  uniswap: UNISWAP,
  degen: DEGEN,
  shapeshift: SHAPESHIFT,
  zksync: ZKSYNC,
  ens: ENS,
  cow: COW,
  hedgey: HEDGEY,
  '1inch': ONEINCH,
  morpho: MORPHO,
  merkl: MERKL,
  eigenlayer: EIGENLAYER,
  arbitrum: ARBITRUM,
  linea: LINEA,
  zora: ZORA,
  'zora-community': ZORA_COMMUNITY,
  xai: XAI,
  squill: SQUILL,
  velodrome: VELODROME,
  convex: CONVEX,
  walletconnect: WALLETCONNECT,
  looksrare: LOOKSRARE,
  blur: BLUR,
  lista: LISTA,
  saddle: SADDLE,
  connext: CONNEXT,
  safe: SAFE,
  shutter: SHUTTER,
  dydx: DYDX,
  kernel: KERNEL,
  spark: SPARK,
  towns: TOWNS,
  'sablier-v1': SABLIER_V1,
  'sablier-v1.3-instant': SABLIER_V1_3_INSTANT,
  'sablier-v1.3-stream': SABLIER_V1_3_STREAM,
  'sablier-instant': SABLIER_INSTANT,
  'sablier-linear': SABLIER_LINEAR,
  'sablier-tranched': SABLIER_TRANCHED,
  'sablier-variable': SABLIER_VARIABLE,
} as const satisfies Readonly<Record<string, DistributorStyle>>;

export type DistributorStyleName = keyof typeof DISTRIBUTOR_STYLES;

export const DISTRIBUTOR_STYLE_NAMES = Object.keys(DISTRIBUTOR_STYLES) as [
  DistributorStyleName,
  ...DistributorStyleName[],
];

/** Style of a name; null for an unknown one. */
export function distributorStyle(name: string): DistributorStyle | null {
  return Object.hasOwn(DISTRIBUTOR_STYLES, name) ? DISTRIBUTOR_STYLES[name as DistributorStyleName] : null;
}

/**
 * Style of a contract whose claims are followed by its events; null for an unknown one, for a shared contract, and for events without
 * amounts.
 */
export function followedStyle(name: string): DistributorStyle | null {
  const style = distributorStyle(name);
  const isFollowed = style !== null && style.isShared !== true && style.events.every(({ amount }) => amount !== null);
  return isFollowed ? style : null;
}

/** True where a wallet claims at most once, so that any claim is the whole one. */
export const isClaimedOnce = ({ claimed }: Pick<DistributorStyle, 'claimed'>): boolean =>
  claimed !== null && claimed.style === undefined && claimed.check.endsWith('returns (bool)');
