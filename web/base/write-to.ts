import type { Client } from '../client/client'
import { onNextAddress } from '../routes/next-address'
import type { Route } from '../routes/route'

/** Opens a place, and puts the focus into its composer. In a channel, it first asks for the topic. */
export function writeTo({ environment, go, isAt }: Client, to: Route): void {
  const focus = () => {
    const selector = to.view === 'channel' ? '.write .to input' : '.write textarea'
    environment.root.querySelector<HTMLElement>(`.layer:not([inert]) ${selector}`)?.focus()
  }
  if (isAt(to)) return focus()
  // This listener runs after the one that draws the view.
  onNextAddress(environment.address, focus)
  go(to)
}
