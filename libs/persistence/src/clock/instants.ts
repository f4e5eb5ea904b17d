/** SQL: milliseconds since the epoch of an instant, exact to the microsecond. */
export const epochMs = (instant: string): string => `(extract(epoch FROM ${instant}) * 1000)::float8`;

/** SQL: the same, but null for an unknown instant, which is stored as `-infinity`: before all that are known. */
export const knownEpochMs = (instant: string): string => `nullif(${epochMs(instant)}, '-Infinity')`;

/** SQL: instant of a parameter in milliseconds since the epoch. */
export const instant = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;
