/** Items with neighbouring ids, and what was computed from them. */
export type Block<Item, Computed> = { items: readonly [Item, ...Item[]]; computed: Computed }

/** How many blocks are kept that begin with the same item: of different lists. */
const BLOCKS_WITH_ONE_BEGIN = 3

/**
 * Returns a function from a list, in the order of ids, to its blocks. A block whose items have not changed is the same object as for the
 * list before. Items and lists never change: a change makes another object.
 */
export function blocksById<Item extends object, Computed>({
  blockOf,
  newComputed,
}: {
  /** The number of the block of an item. */
  blockOf: (item: Item) => number
  newComputed: () => Computed
}): (items: readonly Item[]) => readonly Block<Item, Computed>[] {
  const ofLists = new WeakMap<readonly Item[], readonly Block<Item, Computed>[]>()
  const newest = new WeakMap<Item, Block<Item, Computed>[]>()

  function blockWith(items: readonly [Item, ...Item[]]): Block<Item, Computed> {
    const kept = newest.get(items[0]) ?? []
    const found = kept.find((block) => isSame(block.items, items))
    if (found !== undefined) return found
    const block = { items, computed: newComputed() }
    newest.set(items[0], [block, ...kept].slice(0, BLOCKS_WITH_ONE_BEGIN))
    return block
  }

  return (items) => {
    let blocks = ofLists.get(items)
    if (blocks === undefined) {
      blocks = [...Map.groupBy(items, blockOf).values()].flatMap(([first, ...others]) =>
        first === undefined ? [] : [blockWith([first, ...others])],
      )
      ofLists.set(items, blocks)
    }
    return blocks
  }
}

const isSame = <Item>(items: readonly Item[], others: readonly Item[]): boolean =>
  items.length === others.length && items.every((item, nth) => item === others[nth])
