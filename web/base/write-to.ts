import { go, isAt } from '../app'
import type { Route } from '../routes/route'

/** Opens a place, and puts the focus into its composer. In a channel, it first asks for the topic. */
export function writeTo(to: Route): void {
  const focus = () => {
    const selector = to.view === 'channel' ? '.write .to input' : '.write textarea'
    document.querySelector<HTMLElement>(`.layer:not([inert]) ${selector}`)?.focus()
  }
  if (isAt(to)) return focus()
  // This listener runs after the one that draws the view.
  globalThis.addEventListener('hashchange', focus, { once: true })
  go(to)
}
