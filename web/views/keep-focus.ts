/** The code of some views loads when they open. */
const MAX_FRAMES = 120

/**
 * Called when another view opens. What had the focus may be gone, and then the keyboard and screen readers would start again at the
 * top of the page: they start at the title of the view instead.
 */
export function keepFocus(): void {
  waitForTitle(MAX_FRAMES)
}

function waitForTitle(frames: number): void {
  // A view that has a better place for the focus takes it before.
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body && activeElement.closest('[inert]') === null) return
    const title = document.querySelector<HTMLElement>('.layer:not([inert]) h1')
    if (title === null) {
      if (frames > 0) waitForTitle(frames - 1)
      return
    }
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  })
}
