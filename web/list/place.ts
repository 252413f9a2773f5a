import { createSight } from './sight'

// The only code that sets the scroll position of a message list. `sight.ts` reads it.

const END_PIXELS = 100

type Watcher = {
  /** Called after each scroll. `byUser` is false if this code scrolled. */
  moved: (byUser: boolean) => void
  /** Whether the last row is the newest message, so that the list follows at its end. */
  follows: () => boolean
}

/** A row, where it stood, and the scroll position at that time. */
type Anchor = { row: HTMLElement; top: number; bottom: number; position: number }

export type Place = ReturnType<typeof createPlace>

/**
 * Keeps what the user reads in its place while rows come, go and grow. At the end of a focused page it follows new messages.
 */
export function createPlace(scroller: HTMLElement, content: HTMLElement, { moved, follows }: Watcher) {
  let anchor: Anchor | undefined
  let isAtEnd = false
  let ownPosition = -1
  let height = scroller.clientHeight

  const sight = createSight(scroller, content)
  const { sideOf, topOf, fromEnd } = sight

  function remember() {
    const row = sight.firstVisible()
    anchor = row && { row, top: topOf(row), bottom: sideOf(row, 'bottom'), position: scroller.scrollTop }
    isAtEnd = fromEnd() <= END_PIXELS
  }

  function scrollTo(position: number) {
    scroller.scrollTop = position
    ownPosition = scroller.scrollTop
    remember()
    moved(false)
  }

  /**
   * Puts the anchor back where it was, except for what the user has scrolled since. The content may change before the event
   * of a scroll, and after it. A row that grows moves what is below it. But when rows come, the anchor may lose the name of
   * its sender to the row above it, and what is below it does not move: then its bottom counts.
   */
  function keep(side: 'top' | 'bottom' = 'top') {
    if (anchor === undefined || !anchor.row.isConnected) return remember()
    const scrolled = scroller.scrollTop - anchor.position
    const staysAtEnd = isAtEnd && (scrolled >= 0 || fromEnd() <= 1)
    if (staysAtEnd && follows() && document.hasFocus()) return scrollTo(scroller.scrollHeight)
    const shift = sideOf(anchor.row, side) - anchor[side] + scrolled
    if (Math.abs(shift) >= 0.5) scrollTo(scroller.scrollTop + shift)
    else remember()
  }

  /** The window or the composer changed its height: the last visible row stays. */
  function resized() {
    const change = height - scroller.clientHeight
    height = scroller.clientHeight
    if (isAtEnd) scrollTo(scroller.scrollHeight)
    else if (change !== 0) scrollTo(scroller.scrollTop + change)
  }

  const observer = new ResizeObserver((entries) => {
    if (entries.some(({ target }) => target === scroller)) resized()
    else keep()
  })
  observer.observe(scroller)
  observer.observe(content)

  const scrolled = () => {
    const byUser = Math.abs(scroller.scrollTop - ownPosition) > 1
    ownPosition = -1
    if (byUser) keep()
    moved(byUser)
  }
  scroller.addEventListener('scroll', scrolled, { passive: true })

  return {
    ...sight,
    keep,
    isAtEnd: () => isAtEnd,
    ...createMoves(scroller, topOf, scrollTo),
    end() {
      observer.disconnect()
      scroller.removeEventListener('scroll', scrolled)
    },
  }
}

/** Where the list scrolls to when the user or a view asks for it. */
function createMoves(scroller: HTMLElement, topOf: (row: HTMLElement) => number, scrollTo: (position: number) => void) {
  return {
    toEnd: () => scrollTo(scroller.scrollHeight),
    toStart: () => scrollTo(0),
    /** Shows a row one row below the upper edge, or in the middle. */
    toRow(row: HTMLElement, where: 'top' | 'middle') {
      const before = where === 'top' ? 80 : (scroller.clientHeight - row.clientHeight) / 2
      scrollTo(scroller.scrollTop + topOf(row) - before)
    },
    /** Scrolls only as far as the whole row is in sight. */
    reveal(row: HTMLElement) {
      const top = topOf(row)
      const below = top + row.offsetHeight - scroller.clientHeight
      if (top < 0) scrollTo(scroller.scrollTop + top - 8)
      else if (below > 0) scrollTo(scroller.scrollTop + Math.min(below + 8, top))
    },
    page(direction: 1 | -1) {
      const before = scroller.scrollTop
      scrollTo(before + direction * (scroller.clientHeight - 60))
      return Math.abs(scroller.scrollTop - before) > 1
    },
  }
}
