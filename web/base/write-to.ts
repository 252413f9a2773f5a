import type { Client } from '../client/client'
import { onNextAddress } from '../routes/next-address'
import type { Route } from '../routes/route'

/** The code of the field for the topic loads when it is drawn first. */
const MAX_FRAMES = 120

/** Opens a place, and puts the focus into its composer. In a channel, it first asks for the topic. */
export function writeTo({ environment, go, isAt }: Client, to: Route): void {
  const selector = `.layer:not(.parked) ${to.view === 'channel' ? '.write .to input' : '.write textarea'}`
  const focus = (frames = MAX_FRAMES) => {
    const field = environment.root.querySelector<HTMLElement>(selector)
    field?.focus()
    if (field === null && frames > 0) requestAnimationFrame(() => focus(frames - 1))
  }
  if (isAt(to)) return focus()
  // This listener runs after the one that draws the view.
  onNextAddress(environment.address, () => focus())
  go(to)
}
