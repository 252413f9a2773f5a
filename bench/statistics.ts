export type Spread = { median: number; min: number; max: number }

/** Returns the element at this place, and throws if there is none. */
export function at<T>(list: readonly T[], place: number): T {
  const element = list.at(place)
  if (element === undefined) throw new Error(`Nothing is at place ${place} of ${list.length}`)
  return element
}

export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN

/** Returns the median, the minimum and the maximum. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) }
}
