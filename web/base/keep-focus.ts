/** The code of some views loads when they open. */
const MAX_FRAMES = 120

/**
 * Called when another view opens. What had the focus may be gone, and then the keyboard and screen readers would start again at the
 * top of the page: they start at the title of the view instead.
 */
export function keepFocus(root: HTMLElement): void {
  waitForTitle(root, MAX_FRAMES)
}

/** Keeps the focus also when what had it is removed: a dialog, a row that was deleted, a button that did its work. */
export function watchFocus(root: HTMLElement, signal: AbortSignal): void {
  let last: EventTarget | null = null
  root.addEventListener('focusin', ({ target }) => (last = target), { signal })
  const observer = new MutationObserver(() => {
    if (!(last instanceof Node) || last.isConnected) return
    last = null
    keepFocus(root)
  })
  observer.observe(root, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
}

function waitForTitle(root: HTMLElement, frames: number): void {
  // A view that has a better place for the focus takes it before.
  requestAnimationFrame(() => {
    const { activeElement } = document
    const isPlace =
      activeElement !== null && activeElement !== document.body && activeElement.closest('.parked') === null
    // A dialog that closes returns the focus to the view. The user went to the pane.
    if (isPlace && (root.contains(activeElement) || !root.matches('.pane'))) return
    const dialog = [...root.querySelectorAll('dialog:modal')].at(-1)
    const title = (dialog ?? root).querySelector<HTMLElement>(dialog ? 'h1, h2' : '.layer:not(.parked) h1')
    if (title === null) {
      if (frames > 0) waitForTitle(root, frames - 1)
      return
    }
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  })
}
