import { createMemo, createSignal, For, onMount, type JSX } from 'solid-js'
import './virtual-list.css'

/** Rows that are drawn above and below those that show, so that Tab finds the next one. */
const ROWS_BEYOND = 6

type Props<Item> = {
  label: string
  items: readonly Item[]
  /** All rows have this height, in pixels. */
  rowHeight: number
  /** Returns a list item. */
  children: (item: Item) => JSX.Element
}

/** A list of thousands of rows in a frame that scrolls. Only the rows that show are in the document. */
export function VirtualList<Item>(props: Props<Item>) {
  let frame!: HTMLDivElement
  const [top, setTop] = createSignal(0)
  const [height, setHeight] = createSignal(0)
  onMount(() => setHeight(frame.clientHeight))
  const first = createMemo(() => {
    const atTop = Math.min(Math.floor(top() / props.rowHeight), Math.max(props.items.length - 1, 0))
    return Math.max(atTop - ROWS_BEYOND, 0)
  })
  const count = createMemo(() => Math.ceil(height() / props.rowHeight) + 2 * ROWS_BEYOND + 1)

  function scroll() {
    setHeight(frame.clientHeight)
    setTop(frame.scrollTop)
    // The row that had the focus is gone.
    if (document.activeElement === document.body) frame.focus({ preventScroll: true })
  }

  return (
    <div class="virtual-list" ref={frame} tabindex="-1" onScroll={scroll}>
      <ul
        aria-label={`${props.label} (${props.items.length})`}
        style={{
          'min-block-size': `${props.items.length * props.rowHeight}px`,
          'padding-block-start': `${first() * props.rowHeight}px`,
        }}
      >
        <For each={props.items.slice(first(), first() + count())}>{(item) => props.children(item)}</For>
      </ul>
    </div>
  )
}
