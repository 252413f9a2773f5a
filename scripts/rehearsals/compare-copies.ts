import { createHash } from 'node:crypto'
import { readMarker, rowsOf } from '../../conversion/parts.ts'
import { FolderStorage } from '../import/folder-storage.ts'

type Row = Record<string, unknown>

/** How the rows of one list differ between two copies. */
type Difference = {
  list: string
  /** The rows of the first copy that the second one lacks, or has with other values. */
  lost: number
  /** The rows of the second copy that the first one lacks. */
  added: number
  /** The first of the lost rows. */
  example?: Row
}

export type Comparison = { rows: number; differences: Difference[] }

/** Compares all rows of two copies of a realm. A column that only the second copy has, or a member of a JSON object, is no difference. */
export async function compareCopies(first: string, second: string): Promise<Comparison> {
  const [before, after] = await Promise.all([copyIn(first), copyIn(second)])
  const found: Comparison = { rows: 0, differences: [] }
  for (const [list, { rows }] of Object.entries(before.lists)) {
    found.rows += rows
    const difference = await compareLists(before.rowsOf(list), after.rowsOf(list))
    if (difference.lost > 0 || difference.added > 0) found.differences.push({ list, ...difference })
  }
  return found
}

async function copyIn(folder: string) {
  const storage = new FolderStorage(folder)
  const { lists } = await readMarker(storage)
  const filesOf = (list: string) => (lists[list]?.files ?? []).map(({ name }) => name)
  return { lists, rowsOf: (list: string) => () => rowsOf<Row>(storage, { files: filesOf(list) }) }
}

type Rows = () => AsyncIterable<Row>

async function compareLists(before: Rows, after: Rows): Promise<Omit<Difference, 'list'>> {
  const digestOf = digestOver(await shapeOf(before()))
  const times = new Map<string, number>()
  for await (const row of after()) {
    const digest = digestOf(row)
    times.set(digest, (times.get(digest) ?? 0) + 1)
  }
  const found: Omit<Difference, 'list'> = { lost: 0, added: 0 }
  for await (const row of before()) {
    const digest = digestOf(row)
    const left = times.get(digest) ?? 0
    if (left === 0) found.example ??= row
    if (left === 0) found.lost++
    else times.set(digest, left - 1)
  }
  for (const left of times.values()) found.added += left
  return found
}

/** The columns of rows, with the members of those that are JSON objects. A step of the tables can add columns and members. */
type Shape = Map<string, Set<string>>

async function shapeOf(rows: AsyncIterable<Row>): Promise<Shape> {
  const shape: Shape = new Map()
  for await (const row of rows)
    for (const [column, value] of Object.entries(row)) {
      const members = shape.get(column) ?? new Set()
      for (const member of Object.keys(objectIn(value) ?? {})) members.add(member)
      shape.set(column, members)
    }
  return shape
}

/** A list can have millions of rows: of each row, a part of its hash is kept. */
const digestOver =
  (shape: Shape) =>
  (row: Row): string => {
    const values = [...shape].map(([column, members]) => {
      const object = objectIn(row[column])
      return object ? [...members].map((member) => object[member] ?? null) : (row[column] ?? null)
    })
    return createHash('sha256').update(JSON.stringify(values)).digest('base64').slice(0, 20)
  }

/** Returns the JSON object that a text is. */
function objectIn(value: unknown): Row | undefined {
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined
  try {
    return Object(JSON.parse(value))
  } catch {
    return undefined
  }
}
