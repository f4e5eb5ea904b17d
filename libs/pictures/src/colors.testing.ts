type Channels = readonly [red: number, green: number, blue: number];

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

function channelsOf(color: string): Channels {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255));
  return [red, green, blue];
}

const luminance = (color: string): number => {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Complete colour blindness of three kinds, as matrices over linear RGB (Machado, Oliveira and Fernandes, 2009). */
const VISIONS: readonly (readonly Channels[])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

const times = (matrix: readonly Channels[], [a, b, c]: Channels): Channels => {
  const [x = 0, y = 0, z = 0] = matrix.map((row) => row[0] * a + row[1] * b + row[2] * c);
  return [x, y, z];
};

const TO_CONES: readonly Channels[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: readonly Channels[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function oklab(channels: Channels): Channels {
  const [a, b, c] = times(TO_CONES, channels);
  return times(TO_LAB, [Math.cbrt(a), Math.cbrt(b), Math.cbrt(c)]);
}

/** Least distance of two colours in OKLab, of the normal vision and three kinds of colour blindness. */
export function leastDistance(one: string, other: string): number {
  return Math.min(
    ...VISIONS.map((vision) => {
      const [a, b] = [oklab(times(vision, channelsOf(one))), oklab(times(vision, channelsOf(other)))];
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    }),
  );
}
