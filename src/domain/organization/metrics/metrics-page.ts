import { COUNTS, GAUGES, LATENCY_BOUNDS, namesOf, type Counts, type GaugeName } from '../../../store/realm-metrics'
import type { MetricsRow } from './storage'

export const REALMS_PER_PAGE = 500

type RealmFigures = { realm: string; saved_at: number; counts: Counts; gauges: Partial<Record<GaugeName, number>> }

/** Returns a page in the text format of Prometheus. Its last line is a comment with the address of the next page, if there is one. */
export function metricsPage(rows: readonly MetricsRow[]): string {
  const realms = rows.map(figuresOf)
  const counters = namesOf(COUNTS).filter((name) => !name.startsWith('latency_'))
  const families = [
    ...counters.map((name) =>
      family({ name: `${name}_total`, type: 'counter', help: COUNTS[name] }, realms, ({ counts }) => counts[name]),
    ),
    ...namesOf(GAUGES).map((name) =>
      family({ name, type: 'gauge', help: GAUGES[name] }, realms, ({ gauges }) => gauges[name]),
    ),
    family(SAVED_AT, realms, ({ saved_at }) => saved_at),
    latencies(realms),
  ]
  const last = rows.length === REALMS_PER_PAGE ? rows.at(-1) : undefined
  return [
    ...families,
    ...(last ? [`# More realms: /metrics?after=${encodeURIComponent(last.realm_id)}`] : []),
    '',
  ].join('\n')
}

const figuresOf = ({ realm_id, saved_at, counts, gauges }: MetricsRow): RealmFigures => ({
  realm: realm_id,
  saved_at,
  counts: JSON.parse(counts),
  gauges: JSON.parse(gauges),
})

type Family = { name: string; type: 'counter' | 'gauge'; help: string }

const SAVED_AT: Family = { name: 'saved_at_seconds', type: 'gauge', help: 'When the realm last saved its figures' }

function family(
  { name, type, help }: Family,
  realms: readonly RealmFigures[],
  valueOf: (figures: RealmFigures) => number | undefined,
): string {
  const samples = realms.map((figures) => `parley_${name}{realm="${figures.realm}"} ${valueOf(figures) ?? 0}`)
  return [`# HELP parley_${name} ${help}`, `# TYPE parley_${name} ${type}`, ...samples].join('\n')
}

const LATENCY = 'parley_response_seconds'

/** Each bucket has all responses within its bound, so it has those of the smaller bounds, too. */
function latencies(realms: readonly RealmFigures[]): string {
  const samples = realms.flatMap(({ realm, counts }) => {
    let total = 0
    const buckets = LATENCY_BOUNDS.map((bound) => {
      total += counts[`latency_${bound}`] ?? 0
      return `${LATENCY}_bucket{realm="${realm}",le="${bound / 1000}"} ${total}`
    })
    total += counts.latency_more ?? 0
    return [
      ...buckets,
      `${LATENCY}_bucket{realm="${realm}",le="+Inf"} ${total}`,
      `${LATENCY}_sum{realm="${realm}"} ${(counts.latency_ms ?? 0) / 1000}`,
      `${LATENCY}_count{realm="${realm}"} ${total}`,
    ]
  })
  return [`# HELP ${LATENCY} How long responses took at the Worker`, `# TYPE ${LATENCY} histogram`, ...samples].join(
    '\n',
  )
}
