// Draws small charts in a row, as SVG: rows and time on a logarithmic scale.

import { mapKeys } from './records.ts'
import { at } from './statistics.ts'

export type Point = { x: number; read: number; written: number; ms: number }
type Scale = 'rows' | 'ms'
type Line = { name: string; of: (point: Point) => number; scale: Scale; colour: string }
/** `of` names the axis. */
type Panel = { title: string; of: string; points: readonly Point[] }

const WIDTH = 300
const HEIGHT = 200
const MARGIN = { left: 44, right: 44, top: 34, bottom: 40 }
const LINES: Line[] = [
  { name: 'rows written', of: (point) => point.written, scale: 'rows', colour: '#b5472f' },
  { name: 'rows read', of: (point) => point.read, scale: 'rows', colour: '#d9a441' },
  { name: 'ms, one client (right)', of: (point) => point.ms, scale: 'ms', colour: '#2f6db5' },
]

/** Returns the SVG. A panel has a title, the name of its axis, and points of `x`, `read`, `written` and `ms`. */
export function chart(panels: readonly Panel[]): string {
  const width = WIDTH * panels.length
  const height = HEIGHT + 24
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${panels.map((panel, nth: number) => `<g transform="translate(${nth * WIDTH} 0)">${panelOf(panel)}</g>`).join('\n')}
<g transform="translate(${MARGIN.left} ${HEIGHT + 12})">${legend()}</g>
</svg>
`
}

function panelOf({ title, of, points }: Panel): string {
  const inner = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom }
  const decades = points.map(({ x }) => Math.log10(x))
  const [first, last] = [at(decades, 0), at(decades, -1)]
  const across = (x: number) => MARGIN.left + ((Math.log10(x) - first) / (last - first)) * inner.width
  const scales: readonly Scale[] = ['rows', 'ms']
  const tops = mapKeys(scales, (scale) =>
    roundUp(Math.max(...LINES.filter((line) => line.scale === scale).flatMap(({ of: value }) => points.map(value)))),
  )
  const up = (scale: Scale, value: number) => MARGIN.top + inner.height * (1 - value / tops[scale])
  const lines = LINES.map(({ of: value, scale, colour }) => {
    const path = points
      .map((point: Point) => `${across(point.x).toFixed(1)},${up(scale, value(point)).toFixed(1)}`)
      .join(' ')
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`
  })
  const ticks = points.map(
    ({ x }) => `<text x="${across(x)}" y="${HEIGHT - MARGIN.bottom + 14}" text-anchor="middle">${thousands(x)}</text>`,
  )
  const bottom = MARGIN.top + inner.height
  return `<text x="${WIDTH / 2}" y="18" text-anchor="middle" font-weight="bold">${title}</text>
<path d="M${MARGIN.left} ${MARGIN.top}V${bottom}H${WIDTH - MARGIN.right}V${MARGIN.top}" fill="none" stroke="#999"/>
<text x="${MARGIN.left - 4}" y="${MARGIN.top + 4}" text-anchor="end">${tops.rows}</text>
<text x="${MARGIN.left - 4}" y="${bottom}" text-anchor="end">0</text>
<text x="${WIDTH - MARGIN.right + 4}" y="${MARGIN.top + 4}">${tops.ms} ms</text>
${ticks.join('')}
<text x="${WIDTH / 2}" y="${HEIGHT - 8}" text-anchor="middle">${of}</text>
${lines.join('\n')}`
}

const legend = () =>
  LINES.map(
    ({ name, colour }, nth) =>
      `<g transform="translate(${nth * 160} 0)"><path d="M0 -4H18" stroke="${colour}" stroke-width="2"/><text x="24">${name}</text></g>`,
  ).join('')

function roundUp(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value))
  return at(
    [1, 2, 5, 10].map((step) => step * decade).filter((top) => top >= value),
    0,
  )
}

const thousands = (value: number) =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}k` : String(value)
