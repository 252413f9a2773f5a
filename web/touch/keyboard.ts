/** The keyboard of a phone covers at least so much. A smaller difference is a bar of the browser. */
const KEYBOARD_PIXELS = 120

/**
 * Keeps the client above the keyboard of the phone. Most browsers make the page smaller themselves, as the page asks them to. Safari
 * lays the keyboard over the page: then the page becomes as high as what is visible.
 */
export function stayAboveKeyboard(): void {
  const { visualViewport } = globalThis
  if (!visualViewport) return
  const fit = () => {
    const covered = innerHeight - visualViewport.height * visualViewport.scale
    document.documentElement.style.setProperty('--covered', covered > KEYBOARD_PIXELS ? `${covered}px` : '0px')
    // Safari scrolls the page, so that the field is visible. The page fits now.
    if (covered > KEYBOARD_PIXELS) scrollTo(0, 0)
  }
  visualViewport.addEventListener('resize', fit)
  // This script loads after the first view: a user who writes already has a keyboard.
  fit()
}
