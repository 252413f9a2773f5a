import { takeItems, type FileToInclude, type Part } from '../part'
import type { Scope } from '../scope'
import type { Walk } from '../walks'

/** A row of a table of the reference server: foreign keys hold ids, and times are seconds. */
type Row = Record<string, unknown>
type RowPage = { rows: Row[]; included?: FileToInclude[]; next?: number }
export type RowSource = (scope: Scope, after: number) => RowPage | Promise<RowPage>

/** A table of the reference server. Its rows are read in pages. */
export type ReferenceTable = { name: string; page: RowSource }

export const table = (name: string, page: RowSource): ReferenceTable => ({ name, page })

/** A table that fits into one page. */
export const smallTable = (name: string, rows: (scope: Scope) => Row[]): ReferenceTable =>
  table(name, (scope) => ({ rows: rows(scope) }))

const ITEMS_PER_PAGE = 500

/** Any number of rows for each item of a walk. */
export const rowsOf =
  <Item>({ list, idOf }: Walk<Item>, write: (scope: Scope, item: Item) => Row[]): RowSource =>
  (scope, after) => {
    const listing = { list: list(scope), idOf, after, most: ITEMS_PER_PAGE }
    const { values, next } = takeItems(listing, (item) => write(scope, item))
    return { rows: values.flat(), next }
  }

/** Rows for each item, which have no ids here. */
export const numberedRowsOf = <Item>(walk: Walk<Item>, write: (scope: Scope, item: Item) => Row[]): RowSource =>
  rowsOf(walk, (scope, item) => numbered(walk.idOf(item), write(scope, item)))

const POSITIONS_PER_SOURCE = 2 ** 42

/** The rows of several sources, one source after another. */
export const inTurn =
  (...sources: RowSource[]): RowSource =>
  async (scope, after) => {
    const number = Math.floor(after / POSITIONS_PER_SOURCE)
    const page = await sources[number]!(scope, after % POSITIONS_PER_SOURCE)
    const isLast = page.next === undefined && number === sources.length - 1
    const next = isLast ? undefined : page.next === undefined ? number + 1 : number
    return { ...page, next: next === undefined ? undefined : next * POSITIONS_PER_SOURCE + (page.next ?? 0) }
  }

const IDS_PER_OWNER = 2 ** 20

/** Returns ids for the rows of one owner that have none here. */
export const numbered = (owner: number, rows: readonly Row[]): Row[] =>
  rows.map((row, index) => ({ id: owner * IDS_PER_OWNER + index, ...row }))

/** Returns parts that together are one JSON file: an object with a list for each table. */
export const fileOfTables = (entry: string, tables: readonly ReferenceTable[]): Part[] =>
  tables.map(({ name, page }, index) => ({
    name: `${entry.slice(0, -'.json'.length)}.${name}`,
    isPaged: true,
    entry,
    createPage: async (scope, after) =>
      textOf(scope, await page(scope, after), {
        begin: `${index === 0 ? '{' : ','}"${name}":[`,
        end: index === tables.length - 1 ? ']}' : ']',
      }),
  }))

/** Returns a part that is one JSON file with one list. */
export const fileOfList = (name: string, entry: string, page: RowSource): Part => ({
  name,
  isPaged: true,
  entry,
  createPage: async (scope, after) => textOf(scope, await page(scope, after), { begin: '[', end: ']' }),
})

/** Pages without rows have no text, except for the last one. */
function textOf(
  { dataExport }: Scope,
  { rows, included, next }: RowPage,
  { begin, end }: { begin: string; end: string },
) {
  if (rows.length === 0 && next !== undefined) return { next }
  const list = rows.map((row) => JSON.stringify(row)).join(',\n')
  const before = dataExport.pages === 0 ? begin : rows.length > 0 ? ',\n' : ''
  const text = `${before}${list}${next === undefined ? end : ''}`
  return { text: { text, items: rows.length }, included, next }
}
