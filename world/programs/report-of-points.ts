import { placesOutside } from '../awaits/recorded.ts'
import { reasonsOf } from '../awaits/unreached.ts'
import type { Bundle } from '../bundle.ts'
import type { Points } from '../points.ts'

/**
 * Says where the server may wait for something outside, and what became of it. The source says which awaits may. What ran and never
 * waited for something outside had its answer: in memory, from a stream of the same host, or by a promise of another function. A
 * problem is a point that waited and was never interrupted, or one that never ran and has no reason.
 */
export function reportOfPoints(
  { awaits }: Bundle,
  { reached, interrupted }: Points,
  ran: ReadonlySet<string>,
): { text: string; problems: string[] } {
  const outside = placesOutside(awaits)
  const unforeseen = [...reached].filter((place) => !outside.includes(place))
  const absent = outside.filter((place) => !ran.has(place) && !reached.has(place))
  const inMemory = outside.filter((place) => ran.has(place) && !reached.has(place))
  const spared = [...reached].filter((place) => !interrupted.has(place)).sort()
  const reasons = reasonsOf(absent, outside)
  const lines = [
    `By the source, ${outside.length} awaits may wait for something outside. ${outside.length - absent.length} of them ran.`,
    ...listOf('waited, and no fault struck', spared),
    ...listOf('ran, and never waited for something outside', inMemory),
    ...listOf('never ran', absent),
    'Why these never ran:',
    ...reasons.lines,
  ]
  const problems = [
    ...spared.map((place) => `${place} waited, and no fault interrupted it`),
    ...unforeseen.map((place) => `${place} waited for something outside, and the source does not say so`),
    ...reasons.problems,
  ]
  return { text: lines.join('\n'), problems }
}

const listOf = (what: string, places: readonly string[]) => [
  `${places.length} ${what}:`,
  ...places.map((place) => `  ${place}`),
]
