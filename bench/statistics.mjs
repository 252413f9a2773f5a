export const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]

/** Returns the median, the minimum and the maximum. */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: sorted[0], max: sorted.at(-1) }
}
