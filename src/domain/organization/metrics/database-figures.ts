import type { DatabaseSize } from '../../../store/databases'

/** Returns the lines about the databases in the text format of Prometheus. A database that does not respond has no size. */
export function databaseFigures(sizes: readonly DatabaseSize[], limit: number): string[] {
  const responding = sizes.filter(({ bytes }) => bytes !== undefined)
  return [
    ...gauge('database_up', 'Whether the database responds', sizes, ({ bytes }) => (bytes === undefined ? 0 : 1)),
    ...gauge('database_bytes', 'How large the database is', responding, ({ bytes }) => bytes ?? 0),
    ...gauge('database_limit_bytes', 'Realms continue in another database above this size', sizes, () => limit),
  ]
}

/** Returns the lines about realms that cannot start: `npm run parley -- doctor` names them. */
export const failedStartFigures = (number: number): string[] => [
  '# HELP parley_realms_that_cannot_start Realms whose tables do not fit this version, or that fail when they wake',
  '# TYPE parley_realms_that_cannot_start gauge',
  `parley_realms_that_cannot_start ${number}`,
]

const gauge = (
  name: string,
  help: string,
  sizes: readonly DatabaseSize[],
  valueOf: (size: DatabaseSize) => number,
): string[] =>
  sizes.length === 0
    ? []
    : [
        `# HELP parley_${name} ${help}`,
        `# TYPE parley_${name} gauge`,
        ...sizes.map((size) => `parley_${name}{database="${size.name}"} ${valueOf(size)}`),
      ]
